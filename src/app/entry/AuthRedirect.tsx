import { Anchor, Center, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router-dom";
import { useTitle } from "./useTitle.ts";

/** Where an outside sign-in comes back to; reachable by anybody, hidden from every menu. */
export default function AuthRedirect({ signedIn }: { readonly signedIn: boolean }) {
  useTitle("授权返回");
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" gap="sm">
        <Title order={1} size="h3">
          授权返回
        </Title>
        <Text c="dimmed">{signedIn ? "您已登录，可以继续使用。" : "尚未登录，请使用手机号和密码登录。"}</Text>
        <Anchor component={Link} to="/">
          {signedIn ? "进入后台管理" : "返回登录"}
        </Anchor>
      </Stack>
    </Center>
  );
}
