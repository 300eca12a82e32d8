import { Center } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import { AuthRedirectMessage } from "../boot/AuthRedirectMessage.tsx";

/** `/auth-redirect` with a session: rendered inside the console, so that open pages keep their state. */
export default function SignedInAuthRedirect() {
  useEffect(() => nprogress.complete(), []);
  return (
    <Center mih="60vh">
      <AuthRedirectMessage message="您已登录，可以继续使用。" linkLabel="进入后台管理" />
    </Center>
  );
}
