import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useId, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { hashMd5 } from "../../../adapters/http/hashMd5.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useServices } from "../boot/useServices.ts";
import { type PasswordChangeActor, startPasswordChange } from "../session/startPasswordChange.ts";
import { toErrorMessage } from "../toErrorMessage.ts";
import { getPasswordHint } from "./getPasswordHint.ts";

type PasswordName = "oldPass" | "newPass" | "confirm";
type Passwords = Readonly<Record<PasswordName, string>>;

/** The three fields, in tab order. */
const passwordFields = [
  { name: "oldPass", label: "原密码", empty: "请输入原密码", autoComplete: "current-password" },
  { name: "newPass", label: "新密码", empty: "请输入新密码", autoComplete: "new-password" },
  { name: "confirm", label: "确认新密码", empty: "请再次输入新密码", autoComplete: "new-password" },
] as const;

/**
 * Assigns the server's refusal to the fields it names; empty if it names none, for example for a locked account. What
 * no field says is said above them.
 * Only the server validates.
 */
function parsePasswordErrors(message: string, submitted: Passwords): Partial<Passwords> {
  if (/不能为空/.test(message))
    return Object.fromEntries(
      passwordFields.filter(({ name }) => submitted[name] === "").map(({ name, empty }) => [name, empty]),
    );
  if (/原密码/.test(message)) return { oldPass: message };
  if (/不一致/.test(message)) return { confirm: message };
  return /新密码/.test(message) ? { newPass: message } : {};
}

interface FormProps {
  readonly actor: PasswordChangeActor;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const emptyPasswords: Passwords = { oldPass: "", newPass: "", confirm: "" };

/** The password form. The server decides; hints never block a submit. */
function PasswordChangeForm({ actor, onClose, onChanged }: FormProps) {
  const id = useId();
  const { toast, user } = usePageApi();
  const [values, setValues] = useState(emptyPasswords);
  const [submitted, setSubmitted] = useState(emptyPasswords);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const done = useSelector(actor, (snapshot) => snapshot.hasTag("done"));
  const message = useSelector(actor, ({ context }) => context.message);
  useEffect(() => {
    if (done) onChanged();
  }, [done, onChanged]);

  const errors = parsePasswordErrors(message, submitted);
  const getError = (name: PasswordName) => (values[name] === submitted[name] ? errors[name] : undefined);
  const firstInvalid = passwordFields.find(({ name }) => errors[name] !== undefined)?.name;
  useEffect(() => {
    if (firstInvalid) document.getElementById(`${id}-${firstInvalid}`)?.focus();
  }, [id, firstInvalid, message]);

  const hint = getPasswordHint(values.newPass, { names: [user.name], phoneNumber: user.phoneNumber });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(values);
    try {
      const [oldPassword, newPassword, confirmPassword] = await Promise.all([
        hashMd5(values.oldPass),
        hashMd5(values.newPass),
        hashMd5(values.confirm),
      ]);
      actor.send({ type: "form.submit", change: { oldPassword, newPassword, confirmPassword } });
    } catch {
      // The code of MD5 did not load; nothing was sent.
      toast.error(toErrorMessage({ kind: "offline", message: "" }));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {message !== "" && !Object.values(errors).includes(message) && (
          <Alert color="red" role="alert">
            {message}
          </Alert>
        )}
        {passwordFields.map(({ name, label, autoComplete }, index) => (
          <PasswordInput
            key={name}
            id={`${id}-${name}`}
            label={label}
            name={name}
            autoComplete={autoComplete}
            data-autofocus={index === 0 || undefined}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            description={
              name === "newPass"
                ? hint.text
                : name === "confirm" && !getError(name) && toRepetitionHint(values)
            }
            descriptionProps={name === "newPass" && hint.isWarning ? { c: "red" } : {}}
            error={getError(name)}
            errorProps={{ role: "alert" }}
            inputWrapperOrder={["label", "input", "description", "error"]}
            visibilityToggleButtonProps={{ "aria-label": `显示或隐藏${label}`, tabIndex: 0 }}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {word.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {word.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const toRepetitionHint = ({ newPass, confirm }: Passwords) =>
  confirm !== "" && confirm !== newPass && "与新密码不一致";

interface Props {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** The change-password dialog; each opening has its own actor. */
export function PasswordChangeDialog({ onClose, onChanged }: Props) {
  const { client, toast } = usePageApi();
  const { startActor } = useServices();
  const [actor, setActor] = useState<PasswordChangeActor | null>(null);
  useEffect(() => {
    const started = startPasswordChange(startActor, client, toast);
    setActor(started);
    return () => started.stop();
  }, [startActor, client, toast]);
  // Stays open while a request is pending, so that the user sees the result.
  const close = () => {
    if (actor?.getSnapshot().hasTag("busy") !== true) onClose();
  };
  return (
    <Dialog opened onClose={close} title={word.changePassword} centered>
      {actor && <PasswordChangeForm actor={actor} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  );
}
