import { Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import { useDocumentTitle } from "../boot/useDocumentTitle.ts";

/** What must be done before any page opens. */
const setups = {
  password: { title: "修改初始密码", text: "修改成功后，本页会自动加载。" },
  secondFactor: { title: "启用二次验证", text: "启用成功后，本页会自动加载。" },
} as const;

/** Replaces the page while something must be done first; at the top, as dialogs cover the middle. */
export function SetupRequired({ setup }: { readonly setup: keyof typeof setups }) {
  const { title, text } = setups[setup];
  useDocumentTitle(title);
  useEffect(() => nprogress.complete(), []);
  return (
    <Stack align="center" gap={4} ta="center">
      <Title order={1} size="h3">{`请先${title}`}</Title>
      <Text c="dimmed">{text}</Text>
    </Stack>
  );
}
