import "@mantine/core/styles.css";
import { Button, MantineProvider, PasswordInput, TextInput } from "@mantine/core";
import { createRoot } from "react-dom/client";

// The baseline: the UI library's provider, two fields and a button, without console code.
const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
createRoot(element).render(
  <MantineProvider>
    <TextInput label="手机号" />
    <PasswordInput label="密码" />
    <Button data-ready>登录</Button>
  </MantineProvider>,
);
