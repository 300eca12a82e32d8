import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { RequestId } from "../../ui/RequestId.tsx";
import { useServices } from "../boot/useServices.ts";
import { hashMd5, preloadMd5 } from "../hashMd5.ts";
import { toErrorMessage } from "../toErrorMessage.ts";
import { CaptchaField } from "./CaptchaField.tsx";
import { useCapsLock } from "./useCapsLock.ts";

/** Phone, password, captcha when asked for. Nothing typed is lost on a wrong answer. */
export function LoginForm() {
  const { session } = useServices();
  const [phoneNumber, setPhoneNumber] = useState("");
  const [password, setPassword] = useState("");
  const [captcha, setCaptcha] = useState("");
  const [showMissing, setShowMissing] = useState(false);
  const [hashUnavailable, setHashUnavailable] = useState(false);
  const phoneField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const captchaField = useRef<HTMLInputElement>(null);
  const capsLock = useCapsLock();
  const busy = useSelector(session, (snapshot) => snapshot.hasTag("busy"));
  const error = useSelector(session, ({ context }) => context.error);
  const captchaImage = useSelector(session, ({ context }) => context.captcha);
  const needsCaptcha = useSelector(
    session,
    (snapshot) => snapshot.hasTag("captcha") || snapshot.context.captcha !== null,
  );

  useEffect(() => {
    if (error?.kind === "captcha") captchaField.current?.focus();
    else if (error) passwordField.current?.select();
  }, [error]);
  useEffect(() => setCaptcha(""), [captchaImage]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = phoneNumber.trim();
    setShowMissing(phone === "" || password === "");
    if (phone === "") phoneField.current?.focus();
    else if (password === "") passwordField.current?.focus();
    else {
      import("../shell/Console.tsx").catch(() => {}); // on its way while the server still checks the password
      const captchaInput = needsCaptcha ? { captcha: captcha.trim() } : {};
      setHashUnavailable(false);
      hashMd5(password).then(
        (hash) => session.send({ type: "login.submit", phoneNumber: phone, password: hash, ...captchaInput }),
        () => setHashUnavailable(true),
      );
    }
  };

  const displayedError = hashUnavailable ? { kind: "offline", message: "", reqId: null } : error;
  return (
    <form onSubmit={submit} noValidate aria-label="登录">
      <Stack gap="md">
        {displayedError && (
          <Alert color="red" role="alert">
            <span>{toErrorMessage(displayedError)}</span>
            <RequestId form error={displayedError} />
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
          error={showMissing && phoneNumber.trim() === "" ? "请输入手机号" : null}
        />
        <PasswordInput
          ref={passwordField}
          label="密码"
          name="password"
          autoComplete="current-password"
          placeholder="请输入密码"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onFocus={preloadMd5}
          {...capsLock.handlers}
          error={showMissing && password === "" ? "请输入密码" : null}
          description={capsLock.on ? "大写锁定已打开" : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          visibilityToggleButtonProps={{ "aria-label": "显示或隐藏密码", tabIndex: 0 }}
        />
        {needsCaptcha && (
          <CaptchaField
            field={captchaField}
            captcha={captchaImage}
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
