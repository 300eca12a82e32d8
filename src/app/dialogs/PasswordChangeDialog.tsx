import { Alert, Button, Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { errorSentence } from "../errorSentences.ts";
import { md5Of } from "../md5Of.ts";
import { type PasswordChangeActor, startPasswordChange } from "../runtime/passwords.ts";
import { passwordHint } from "./passwordHint.ts";

interface Props {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Three fields and the server's decision; what is hinted never blocks. */
export function PasswordChangeDialog({ onClose, onChanged }: Props) {
  const { client, say } = useConsole();
  const [actor, setActor] = useState<PasswordChangeActor | null>(null);
  useEffect(() => {
    const started = startPasswordChange(client, say);
    setActor(started);
    return () => started.stop();
  }, [client, say]);
  // What was sent has an answer, and its reader must still be here.
  const close = () => {
    if (actor?.getSnapshot().hasTag("busy") !== true) onClose();
  };
  return (
    <Modal opened onClose={close} title="修改密码" centered closeButtonProps={{ "aria-label": "关闭" }}>
      {actor && <ChangeForm actor={actor} onClose={onClose} onChanged={onChanged} />}
    </Modal>
  );
}

function ChangeForm({ actor, onClose, onChanged }: Props & { readonly actor: PasswordChangeActor }) {
  const { say } = useConsole();
  const [oldPass, setOldPass] = useState("");
  const [newPass, setNewPass] = useState("");
  const [confirm, setConfirm] = useState("");
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const done = useSelector(actor, (snapshot) => snapshot.hasTag("done"));
  const message = useSelector(actor, ({ context }) => context.message);
  useEffect(() => {
    if (done) onChanged();
  }, [done, onChanged]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const [oldPassword, newPassword, confirmPassword] = await Promise.all([
        md5Of(oldPass),
        md5Of(newPass),
        md5Of(confirm),
      ]);
      actor.send({ type: "form.submit", change: { oldPassword, newPassword, confirmPassword } });
    } catch {
      // The hash's code could not be fetched: nothing was sent.
      say.error(errorSentence({ kind: "offline", message: "" }));
    }
  };
  const toggle = (what: string) => ({ "aria-label": `显示或隐藏${what}`, tabIndex: 0 });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {message !== "" && (
          <Alert color="red" role="alert">
            {message}
          </Alert>
        )}
        <PasswordInput
          label="原密码"
          name="oldPass"
          autoComplete="current-password"
          data-autofocus
          value={oldPass}
          onChange={(event) => setOldPass(event.currentTarget.value)}
          visibilityToggleButtonProps={toggle("原密码")}
        />
        <PasswordInput
          label="新密码"
          name="newPass"
          autoComplete="new-password"
          value={newPass}
          onChange={(event) => setNewPass(event.currentTarget.value)}
          description={passwordHint(newPass)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          visibilityToggleButtonProps={toggle("新密码")}
        />
        <PasswordInput
          label="确认新密码"
          name="confirm"
          autoComplete="new-password"
          value={confirm}
          onChange={(event) => setConfirm(event.currentTarget.value)}
          description={confirm !== "" && confirm !== newPass ? "与新密码不一致" : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          visibilityToggleButtonProps={toggle("确认新密码")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            取消
          </Button>
          <Button type="submit" loading={busy}>
            确定
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
