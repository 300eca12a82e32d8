import { Center } from "@mantine/core";
import { AuthRedirectMessage } from "./AuthRedirectMessage.tsx";

/** `/auth-redirect`, the return address of an external sign-in, without a session. */
export default function SignedOutAuthRedirect() {
  return (
    <Center component="main" mih="100vh" p="md">
      <AuthRedirectMessage message="尚未登录，请使用手机号和密码登录。" linkLabel="返回登录" />
    </Center>
  );
}
