import {
  Alert,
  Button,
  Loader,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { systemTitle } from "../../../adapters/contract/constants.ts";
import { normalizePhone } from "../../../adapters/contract/identity.ts";
import * as word from "../../../adapters/contract/words.ts";
import { hashMd5, preloadMd5 } from "../../../adapters/http/hashMd5.ts";
import type { Captcha } from "../../../machines/session.machine.ts";
import { createLazy } from "../../loading/createLazy.tsx";
import { RequestId } from "../../ui/RequestId.tsx";
import { captchaSize } from "../boot/createSessionPort.ts";
import { type LoginRedirectState, leaveMessages } from "../boot/loginRedirectState.ts";
import { useServices } from "../boot/useServices.ts";
import { DroneLogo } from "../theme/DroneLogo.tsx";
import { toErrorMessage } from "../toErrorMessage.ts";
import classes from "./Login.module.css";
import { useCapsLock } from "./useCapsLock.ts";

const CodeForm = createLazy(async () => (await import("./CodeForm.tsx")).CodeForm);

interface CaptchaFieldProps {
  readonly field: Ref<HTMLInputElement>;
  readonly captcha: Captcha | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRefresh: () => void;
}

/** The captcha field and its image; a click on the image requests a new one. */
function CaptchaField({ field, captcha, value, onChange, onRefresh }: CaptchaFieldProps) {
  return (
    <div className={classes.captcha}>
      <TextInput
        ref={field}
        flex={1}
        label="图形验证码"
        name="captcha"
        autoComplete="off"
        placeholder="请输入右侧字符"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <UnstyledButton className={classes.captchaImage} onClick={onRefresh} title="看不清，换一张">
        {captcha ? (
          <img src={captcha.image} alt="图形验证码，点击换一张" {...captchaSize} />
        ) : (
          <Loader size="xs" aria-label="正在获取验证码" />
        )}
      </UnstyledButton>
    </div>
  );
}

/** Phone, password and, if the server requires it, a captcha. The input stays after a refusal. */
function LoginForm() {
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
    const phone = normalizePhone(phoneNumber);
    setShowMissing(phone === "" || password === "");
    if (phone === "") phoneField.current?.focus();
    else if (password === "") passwordField.current?.focus();
    else {
      import("../shell/Console.tsx").catch(() => {}); // loads while the server checks the password
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
          label={word.phoneNumber}
          name="username"
          type="tel"
          autoComplete="username"
          autoFocus
          placeholder={word.enterPhone}
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.currentTarget.value)}
          error={showMissing && normalizePhone(phoneNumber) === "" ? word.enterPhone : null}
        />
        <PasswordInput
          ref={passwordField}
          label={word.password}
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

/** The login page: the form, and a notice with the logout reason. */
export function Login({ redirectState }: { readonly redirectState: LoginRedirectState }) {
  // Rarely rendered again; the React compiler's caches would only add to the login bundle.
  "use no memo";
  const { session, earlierReason } = useServices();
  const sessionReason = useSelector(session, ({ context }) => context.reason);
  const reason = sessionReason ?? redirectState.reason ?? earlierReason;
  const notice = reason && leaveMessages[reason];
  const codeNeeded = useSelector(session, (snapshot) => snapshot.hasTag("code"));
  useEffect(() => {
    document.title = `登录 - ${systemTitle}`;
  }, []);
  return (
    <div className={classes.screen}>
      <section className={classes.brand} aria-hidden>
        <div className={classes.logo}>
          <DroneLogo size={40} />
          <span>{systemTitle}</span>
        </div>
        <div className={classes.slogan}>
          <p className={classes.sloganTitle}>低空飞行服务，一屏掌握</p>
          <p className={classes.sloganText}>任务、企业、订单、设备与统计的统一后台</p>
        </div>
        <div className={classes.skyline} />
      </section>
      <main className={classes.side}>
        <div className={classes.card}>
          <div className={classes.smallLogo} aria-hidden>
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
          {codeNeeded ? <CodeForm /> : <LoginForm />}
        </div>
      </main>
    </div>
  );
}
