import { Alert, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { systemTitle } from "../../../adapters/contract/constants.ts";
import { type LoginRedirectState, leaveMessages } from "../boot/loginRedirectState.ts";
import { useServices } from "../boot/useServices.ts";
import { DroneLogo } from "../theme/DroneLogo.tsx";
import classes from "./Login.module.css";
import { LoginForm } from "./LoginForm.tsx";

/** The login page: the form, and a notice with the logout reason. */
export function Login({ redirectState }: { readonly redirectState: LoginRedirectState }) {
  const { session } = useServices();
  const sessionReason = useSelector(session, ({ context }) => context.reason);
  const reason = sessionReason ?? redirectState.reason;
  const notice = reason && leaveMessages[reason];
  useEffect(() => {
    document.title = `登录 - ${systemTitle}`;
  }, []);
  return (
    <div className={classes.screen}>
      <section className={classes.brand} aria-hidden>
        <div className={classes.mark}>
          <DroneLogo size={40} />
          <span>{systemTitle}</span>
        </div>
        <div className={classes.claim}>
          <p className={classes.claimTitle}>低空飞行服务，一屏掌握</p>
          <p className={classes.claimText}>任务、企业、订单、设备与统计的统一后台</p>
        </div>
        <div className={classes.skyline} />
      </section>
      <main className={classes.side}>
        <div className={classes.card}>
          <div className={classes.smallMark} aria-hidden>
            <DroneLogo size={36} />
          </div>
          <Title order={1} className={classes.title}>
            {systemTitle}
          </Title>
          <Text className={classes.welcome}>欢迎回来，请登录您的账号</Text>
          {notice && (
            <Alert color="orange" mb="md" role="status" data-reason={reason}>
              {notice}
            </Alert>
          )}
          <LoginForm />
        </div>
      </main>
    </div>
  );
}
