import { Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import { useDocumentTitle } from "../boot/useDocumentTitle.ts";

/** Replaces the page while an initial password must be changed; at the top, as dialogs cover the middle. */
export function PasswordChangeRequired() {
  useDocumentTitle("修改初始密码");
  useEffect(() => nprogress.complete(), []);
  return (
    <Stack align="center" gap={4} ta="center">
      <Title order={1} size="h3">
        请先修改初始密码
      </Title>
      <Text c="dimmed">修改成功后，本页会自动加载。</Text>
    </Stack>
  );
}
