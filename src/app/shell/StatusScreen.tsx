import { Button, Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { IconFileUnknown, IconLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { toErrorMessage } from "../toErrorMessage.ts";

const screens = {
  "401": {
    icon: IconLock,
    title: "您没有访问该页面的权限",
    text: "如需使用该页面，请联系管理员为您的账号开通相应角色。",
  },
  "404": {
    icon: IconFileUnknown,
    title: toErrorMessage({ kind: "notFound", message: "" }),
    text: "请检查地址是否正确，或从左侧菜单进入需要的页面。",
  },
} as const;

/** The screens of `/401` and `/404`, for pages that are forbidden or do not exist. */
export function StatusScreen({ code }: { readonly code: keyof typeof screens }) {
  const { icon: Icon, title, text } = screens[code];
  useEffect(() => nprogress.complete(), [code]);
  return (
    <Stack align="center" justify="center" gap="sm" mih="60vh" ta="center">
      <Text c="primary" lh={1} aria-hidden>
        <Icon size={72} stroke={1.2} />
      </Text>
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      <Button component={Link} to="/" mt="sm">
        返回首页
      </Button>
    </Stack>
  );
}
