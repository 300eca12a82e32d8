import { Button, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { idleGraceMs } from "../../../adapters/contract/constants.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";

/** Fifteen minutes without a click: the last three seconds, counted down. Any click in any tab goes on. */
export function IdleWarning() {
  const { idle, locksWhenIdle } = useSessionRuntime();
  const warnedAt = useSelector(idle, (snapshot) =>
    snapshot.hasTag("warning") ? snapshot.context.warnedAt : null,
  );
  if (warnedAt === null) return null;
  return (
    <Dialog
      opened
      onClose={() => idle.send({ type: "click" })}
      title="长时间未操作"
      centered
      withCloseButton={false}
      zIndex={1000}
    >
      <Countdown until={warnedAt + idleGraceMs} outcome={locksWhenIdle ? "锁定" : "退出"} />
      <Button mt="md" fullWidth data-autofocus>
        继续使用
      </Button>
    </Dialog>
  );
}

function Countdown({ until, outcome }: { readonly until: number; readonly outcome: string }) {
  const secondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 200);
    return () => clearInterval(timer);
  });
  return (
    <Text role="timer">
      您已 15 分钟没有操作，系统将在 <b>{seconds}</b> 秒后自动{outcome}。点击任意位置继续使用。
    </Text>
  );
}
