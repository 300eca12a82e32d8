import { Button, Stack, Text, Title } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { IconFileUnknown, IconLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
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

const keptText =
  "您在此页填写的内容还在此标签中，自动存草稿的表单也已存为草稿。权限恢复后此页会自动显示，可继续填写；在此之前请不要关闭此标签或刷新页面。";

/** The screens of `/401` and `/404`, for pages that are forbidden, maybe since a moment ago, or do not exist. */
export function StatusScreen({ code }: { readonly code: keyof typeof screens }) {
  const { scopes } = useSessionRuntime();
  const { pathname } = useLocation();
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
      {scopes.unsavedPaths([pathname]).length > 0 && <Text maw={480}>{keptText}</Text>}
      <Button component={Link} to="/" mt="sm">
        返回首页
      </Button>
    </Stack>
  );
}
