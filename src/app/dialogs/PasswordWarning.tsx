import { Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Dialog } from "../../ui/Dialog.tsx";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { toErrorMessage } from "../toErrorMessage.ts";

/** The server finds the password initial, old or weak: ignore, or go and change it. */
export function PasswordWarning() {
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
      // Only the two buttons leave it: closing by accident would hide a warning the server counts.
      onClose={() => {}}
      title="密码安全提醒"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text>{message === "" ? toDefaultMessage(mustChange) : message}</Text>
      <Group justify="flex-end" mt="lg">
        {/* Nothing behind the dialog can be reached, the avatar's menu neither. */}
        {mustChange && (
          <Button
            variant="subtle"
            mr="auto"
            disabled={busy}
            onClick={() => session.send({ type: "logout.click" })}
          >
            退出登录
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
