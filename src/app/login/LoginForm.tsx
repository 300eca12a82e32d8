import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { RequestId } from "../../ui/RequestId.tsx";
import { useWiring } from "../entry/useWiring.ts";
import { errorSentence } from "../errorSentences.ts";
import { fetchMd5, md5Of } from "../md5Of.ts";
import { CaptchaField } from "./CaptchaField.tsx";
import { useCapsLock } from "./useCapsLock.ts";

/** Phone, password, captcha when asked for. Nothing typed is lost on a wrong answer. */
export function LoginForm() {
  const { session } = useWiring();
  const [phoneNumber, setPhoneNumber] = useState("");
  const [password, setPassword] = useState("");
  const [captcha, setCaptcha] = useState("");
  const [missing, setMissing] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const phoneField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const captchaField = useRef<HTMLInputElement>(null);
  const capsLock = useCapsLock();
  const busy = useSelector(session, (snapshot) => snapshot.hasTag("busy"));
  const fault = useSelector(session, ({ context }) => context.fault);
  const picture = useSelector(session, ({ context }) => context.captcha);
  const asksCaptcha = useSelector(
    session,
    (snapshot) => snapshot.hasTag("captcha") || snapshot.context.captcha !== null,
  );

  useEffect(() => {
    if (fault?.kind === "captcha") captchaField.current?.focus();
    else if (fault) passwordField.current?.select();
  }, [fault]);
  useEffect(() => setCaptcha(""), [picture]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = phoneNumber.trim();
    setMissing(phone === "" || password === "");
    if (phone === "") phoneField.current?.focus();
    else if (password === "") passwordField.current?.focus();
    else {
      import("../shell/Console.tsx").catch(() => {}); // on its way while the server still checks the password
      const answer = asksCaptcha ? { captcha: captcha.trim() } : {};
      setUnreachable(false);
      md5Of(password).then(
        (hash) => session.send({ type: "login.submit", phoneNumber: phone, password: hash, ...answer }),
        () => setUnreachable(true),
      );
    }
  };

  const shown = unreachable ? { kind: "offline", message: "", reqId: null } : fault;
  return (
    <form onSubmit={submit} noValidate aria-label="登录">
      <Stack gap="md">
        {shown && (
          <Alert color="red" role="alert">
            <span>{errorSentence(shown)}</span>
            <RequestId form of={shown} />
          </Alert>
        )}
        <TextInput
          ref={phoneField}
          label="手机号"
          name="username"
          type="tel"
          autoComplete="username"
          autoFocus
          placeholder="请输入手机号"
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
          error={missing && phoneNumber.trim() === "" ? "请输入手机号" : null}
        />
        <PasswordInput
          ref={passwordField}
          label="密码"
          name="password"
          autoComplete="current-password"
          placeholder="请输入密码"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onFocus={fetchMd5}
          {...capsLock.handlers}
          error={missing && password === "" ? "请输入密码" : null}
          description={capsLock.on ? "大写锁定已打开" : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          visibilityToggleButtonProps={{ "aria-label": "显示或隐藏密码", tabIndex: 0 }}
        />
        {asksCaptcha && (
          <CaptchaField
            field={captchaField}
            picture={picture}
            value={captcha}
            onChange={setCaptcha}
            onRefresh={() => session.send({ type: "captcha.refresh" })}
          />
        )}
        <Button type="submit" fullWidth mt={8} loading={busy}>
          登 录
        </Button>
      </Stack>
    </form>
  );
}
