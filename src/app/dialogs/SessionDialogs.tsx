import { Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { idleGraceMs } from "../../../adapters/contract/constants.ts";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";
import { toErrorMessage } from "../toErrorMessage.ts";
import { PasswordChangeDialog } from "./PasswordChangeDialog.tsx";

const SecondFactorDialog = withErrorBoundary(
  lazyComponent(async () => (await import("./SecondFactorDialog.tsx")).SecondFactorDialog),
);

/** Shown for an initial, old or weak password: the user ignores the warning or changes the password. */
function PasswordWarning() {
  const { session } = useServices();
  const { passwordWarning } = useSessionRuntime();
  const warned = useSelector(passwordWarning, (snapshot) => snapshot.hasTag("warned"));
  const busy = useSelector(passwordWarning, (snapshot) => snapshot.hasTag("busy"));
  const message = useSelector(passwordWarning, ({ context }) => context.message);
  const mustChange = useSelector(passwordWarning, ({ context }) => context.mustChange);
  if (!warned) return null;
  return (
    <Dialog
      opened
      // Only the buttons close it: an accidental close would hide a warning that the server counts.
      onClose={() => {}}
      title="密码安全提醒"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text>{message === "" ? toDefaultMessage(mustChange) : message}</Text>
      <Group justify="flex-end" mt="lg">
        {/* The dialog blocks the rest of the page, including the account menu. */}
        {mustChange && (
          <Button
            variant="subtle"
            mr="auto"
            disabled={busy}
            onClick={() => session.send({ type: "logout.click" })}
          >
            {word.logOut}
          </Button>
        )}
        <Button
          variant="default"
          loading={busy}
          onClick={() => passwordWarning.send({ type: "ignore.click" })}
        >
          忽略
        </Button>
        <Button data-autofocus disabled={busy} onClick={() => passwordWarning.send({ type: "change.click" })}>
          去修改
        </Button>
      </Group>
    </Dialog>
  );
}

const toDefaultMessage = (mustChange: boolean) =>
  mustChange
    ? toErrorMessage({ kind: "initialPassword", message: "" })
    : "您的密码存在安全风险，建议尽快修改。";

/** Counts down the last three seconds of 15 idle minutes. A click in any tab continues the session. */
function IdleWarning() {
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

/** The session's dialogs: password warning and change, second factor, idle warning. */
export function SessionDialogs() {
  const { passwordWarning, secondFactor } = useSessionRuntime();
  const warned = useSelector(passwordWarning, (snapshot) => snapshot.hasTag("warned"));
  const changing = useSelector(passwordWarning, (snapshot) => snapshot.hasTag("changing"));
  const secondFactorOpen = useSelector(secondFactor, (snapshot) => snapshot.hasTag("open"));
  return (
    <>
      <PasswordWarning />
      {changing && (
        <PasswordChangeDialog
          onClose={() => passwordWarning.send({ type: "change.close" })}
          onChanged={() => passwordWarning.send({ type: "password.changed" })}
        />
      )}
      {secondFactorOpen && !warned && !changing && <SecondFactorDialog />}
      <IdleWarning />
    </>
  );
}
