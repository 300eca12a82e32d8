import { Alert, Button, Group, List, Loader, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, type ReactNode, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { hashMd5 } from "../../../adapters/http/hashMd5.ts";
import { QrImage } from "../../list/form/QrImage.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { CopyText } from "../../ui/CopyText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { useServices } from "../boot/useServices.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { toErrorMessage } from "../toErrorMessage.ts";
import classes from "./SecondFactorDialog.module.css";

const useSecondFactor = () => useSessionRuntime().secondFactor;

/** A form of the dialog with the last error above and its buttons below. */
function StepForm(props: {
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly onSubmit: () => void;
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}) {
  const secondFactor = useSecondFactor();
  const busy = useSelector(secondFactor, (snapshot) => snapshot.hasTag("busy"));
  const error = useSelector(secondFactor, ({ context }) => context.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error && (
          <Alert color="red" role="alert">
            {toErrorMessage(error)}
          </Alert>
        )}
        {props.children}
        <Group justify="flex-end">
          {props.buttons}
          <Button type="submit" loading={busy} {...(props.danger ? { color: "red" } : {})}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The password's MD5; toasts and resolves with null if the code of MD5 does not load. */
function useHashPassword() {
  const { toast } = usePageApi();
  return (password: string) =>
    hashMd5(password).catch(() => {
      toast.error(toErrorMessage({ kind: "offline", message: "" }));
      return null;
    });
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const PasswordField = ({ value, onChange }: FieldProps) => (
  <PasswordInput
    label="登录密码"
    name="password"
    autoComplete="current-password"
    data-autofocus
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    visibilityToggleButtonProps={{ "aria-label": "显示或隐藏登录密码", tabIndex: 0 }}
  />
);

interface CodeFieldProps extends FieldProps {
  readonly description: string;
  readonly autoFocus?: boolean;
}

const CodeField = ({ value, onChange, ...props }: CodeFieldProps) => (
  <TextInput
    label={word.totp}
    name="code"
    autoComplete="one-time-code"
    {...props}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

function RestartButton() {
  const secondFactor = useSecondFactor();
  return (
    <Button variant="subtle" mr="auto" onClick={() => secondFactor.send({ type: "restart.click" })}>
      重新开始
    </Button>
  );
}

/** Asks for the password before anything is shown. */
function PasswordStep() {
  const secondFactor = useSecondFactor();
  const hasError = useSelector(secondFactor, ({ context }) => context.error !== null);
  const hashPassword = useHashPassword();
  const [typed, setTyped] = useState("");
  const submit = async () => {
    const password = await hashPassword(typed);
    if (password !== null) secondFactor.send({ type: "password.submit", password });
  };
  return (
    <StepForm
      submitLabel="下一步"
      onSubmit={() => void submit()}
      buttons={hasError ? <RestartButton /> : null}
    >
      <Text>
        启用后，登录时除密码外，还要输入手机验证器（如 Microsoft Authenticator、FreeOTP）上的 6 位动态验证码。
      </Text>
      <PasswordField value={typed} onChange={setTyped} />
    </StepForm>
  );
}

/** The QR code, the secret as text, and the first code. */
function ScanStep() {
  const { toast } = usePageApi();
  const secondFactor = useSecondFactor();
  const enrolment = useSelector(secondFactor, ({ context }) => context.enrolment);
  const [code, setCode] = useState("");
  if (!enrolment) return null;
  return (
    <StepForm
      submitLabel={word.enable}
      onSubmit={() => secondFactor.send({ type: "code.submit", code })}
      buttons={<RestartButton />}
    >
      <Text>用手机验证器扫描二维码；不能扫描时，在验证器中手动输入下面的密钥。</Text>
      <QrImage text={enrolment.uri} label={word.secondFactor} />
      <Group gap="xs" justify="center">
        <Text size="sm" c="dimmed">
          密钥
        </Text>
        <CopyText
          text={enrolment.secret}
          onCopy={() => toast.success("已复制密钥")}
          onError={() => toast.warning(word.copyRefused)}
        />
      </Group>
      <CodeField value={code} onChange={setCode} autoFocus description="输入验证器上显示的 6 位数字" />
    </StepForm>
  );
}

/** The recovery codes, which are shown once. */
function RecoveryStep() {
  const secondFactor = useSecondFactor();
  const codes = useSelector(secondFactor, ({ context }) => context.recoveryCodes);
  return (
    <Stack gap="md">
      <Alert color="orange">{`请立即保存这 ${codes.length} 个恢复码，关闭后不再显示。手机不在身边时，每个恢复码可代替动态验证码登录一次。`}</Alert>
      <List listStyleType="none" className={classes["codes"] ?? ""} aria-label="恢复码">
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([`${codes.join("\n")}\n`]), "二次验证恢复码.txt")}
        >
          下载恢复码
        </Button>
        <Button data-autofocus onClick={() => secondFactor.send({ type: "codes.saved" })}>
          我已保存
        </Button>
      </Group>
    </Stack>
  );
}

/** Says that it is enabled, and removes it with password and code. */
function EnabledStep() {
  const secondFactor = useSecondFactor();
  const status = useSelector(secondFactor, ({ context }) => context.status);
  const hashPassword = useHashPassword();
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const submit = async () => {
    const password = await hashPassword(typed);
    if (password !== null) secondFactor.send({ type: "remove.submit", password, code });
  };
  return (
    <StepForm submitLabel="关闭二次验证" danger onSubmit={() => void submit()}>
      <Text>{`二次验证已启用，还有 ${status?.recoveryCodesLeft ?? 0} 个恢复码未使用。${
        status?.isRequired
          ? "您的角色必须启用二次验证；更换手机时，关闭后请立即重新启用。"
          : "更换手机或补领恢复码时，请关闭后重新启用。"
      }`}</Text>
      <PasswordField value={typed} onChange={setTyped} />
      <CodeField value={code} onChange={setCode} description="6 位动态验证码，或一个恢复码" />
    </StepForm>
  );
}

/** Enables or removes the second factor of one's own account. A required one offers only the logout instead. */
export function SecondFactorDialog() {
  const { session } = useServices();
  const secondFactor = useSecondFactor();
  const tag = useSelector(secondFactor, (snapshot) =>
    (["password", "scan", "codes", "enabled", "failed"] as const).find((name) => snapshot.hasTag(name)),
  );
  const required = useSelector(secondFactor, ({ context }) => context.required);
  const close = () => {
    // Stays open while a request is pending, so that the user sees the result.
    if (!secondFactor.getSnapshot().hasTag("busy")) secondFactor.send({ type: "dialog.close" });
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={word.secondFactor}
      centered
      withCloseButton={!required && tag !== "codes"}
      closeOnClickOutside={false}
      closeOnEscape={!required && tag !== "codes"}
    >
      {required && tag !== "codes" && (
        <Alert color="orange" mb="md">
          您的角色必须启用二次验证，启用后才能继续使用。
          <Button variant="subtle" size="compact-sm" onClick={() => session.send({ type: "logout.click" })}>
            {word.logOut}
          </Button>
        </Alert>
      )}
      {tag === undefined && <Loader aria-label="正在获取二次验证状态" />}
      {tag === "failed" && (
        <Group>
          <Text>没有获取到二次验证的状态。</Text>
          <Button onClick={() => secondFactor.send({ type: "restart.click" })}>{word.retry}</Button>
        </Group>
      )}
      {tag === "password" && <PasswordStep />}
      {tag === "scan" && <ScanStep />}
      {tag === "codes" && <RecoveryStep />}
      {tag === "enabled" && <EnabledStep />}
    </Dialog>
  );
}
