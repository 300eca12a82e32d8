import "@mantine/core/styles.css";
import { Button, MantineProvider, PasswordInput, TextInput } from "@mantine/core";
import { createRoot } from "react-dom/client";

// The yardstick: the same library's provider, two fields and a button, and nothing of ours.
const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
createRoot(element).render(
  <MantineProvider>
    <TextInput label="手机号" />
    <PasswordInput label="密码" />
    <Button data-ready>登录</Button>
  </MantineProvider>,
);
