import { Center } from "@mantine/core";
import { AuthRedirectMessage } from "./AuthRedirectMessage.tsx";

/** Where an outside sign-in comes back to without a session of ours. */
export default function SignedOutAuthRedirect() {
  return (
    <Center component="main" mih="100vh" p="md">
      <AuthRedirectMessage message="尚未登录，请使用手机号和密码登录。" linkLabel="返回登录" />
    </Center>
  );
}
