import { Center } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import { AuthRedirectMessage } from "../boot/AuthRedirectMessage.tsx";

/** The same with a session: within the console, so that nothing begun in its pages is lost on the way. */
export default function SignedInAuthRedirect() {
  useEffect(() => nprogress.complete(), []);
  return (
    <Center mih="60vh">
      <AuthRedirectMessage message="您已登录，可以继续使用。" linkLabel="进入后台管理" />
    </Center>
  );
}
