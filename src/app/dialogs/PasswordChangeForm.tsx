import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { errorSentence } from "../errorSentences.ts";
import { md5Of } from "../md5Of.ts";
import type { PasswordChangeActor } from "../runtime/passwordChange.ts";
import { type PasswordName, type Passwords, passwordFaults, passwordFields } from "./passwordFields.ts";
import { passwordHint } from "./passwordHint.ts";

interface Props {
  readonly actor: PasswordChangeActor;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const nothing: Passwords = { oldPass: "", newPass: "", confirm: "" };

/** Three fields and the server's decision; what is hinted never blocks. */
export function PasswordChangeForm({ actor, onClose, onChanged }: Props) {
  const id = useId();
  const { say, user } = useConsole();
  const [typed, setTyped] = useState(nothing);
  const [sent, setSent] = useState(nothing);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const done = useSelector(actor, (snapshot) => snapshot.hasTag("done"));
  const message = useSelector(actor, ({ context }) => context.message);
  useEffect(() => {
    if (done) onChanged();
  }, [done, onChanged]);

  const faults = passwordFaults(message, sent);
  const faultOf = (name: PasswordName) => (typed[name] === sent[name] ? faults[name] : undefined);
  const first = passwordFields.find(({ name }) => faults[name] !== undefined)?.name;
  useEffect(() => {
    if (first) document.getElementById(`${id}-${first}`)?.focus();
  }, [id, first, message]);

  const hint = passwordHint(typed.newPass, { names: [user.name], phoneNumber: user.phoneNumber });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(typed);
    try {
      const [oldPassword, newPassword, confirmPassword] = await Promise.all([
        md5Of(typed.oldPass),
        md5Of(typed.newPass),
        md5Of(typed.confirm),
      ]);
      actor.send({ type: "form.submit", change: { oldPassword, newPassword, confirmPassword } });
    } catch {
      // The hash's code could not be fetched: nothing was sent.
      say.error(errorSentence({ kind: "offline", message: "" }));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {message !== "" && first === undefined && (
          <Alert color="red" role="alert">
            {message}
          </Alert>
        )}
        {passwordFields.map(({ name, label, autoComplete }, place) => (
          <PasswordInput
            key={name}
            id={`${id}-${name}`}
            label={label}
            name={name}
            autoComplete={autoComplete}
            data-autofocus={place === 0 || undefined}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            description={name === "newPass" ? hint.text : name === "confirm" && repetitionHint(typed)}
            descriptionProps={name === "newPass" && hint.isWarning ? { c: "red" } : {}}
            error={faultOf(name)}
            errorProps={{ role: "alert" }}
            inputWrapperOrder={["label", "input", "description", "error"]}
            visibilityToggleButtonProps={{ "aria-label": `显示或隐藏${label}`, tabIndex: 0 }}
          />
        ))}
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

const repetitionHint = ({ newPass, confirm }: Passwords) =>
  confirm !== "" && confirm !== newPass && "与新密码不一致";
