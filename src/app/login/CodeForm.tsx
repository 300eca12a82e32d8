import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { useServices } from "../boot/useServices.ts";
import { toErrorMessage } from "../toErrorMessage.ts";

/** The second step of a login: a code of the authenticator, or a recovery code. */
export function CodeForm() {
  const { session } = useServices();
  const [code, setCode] = useState("");
  const [showMissing, setShowMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const busy = useSelector(session, (snapshot) => snapshot.hasTag("busy"));
  const error = useSelector(session, ({ context }) => context.error);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setShowMissing(typed === "");
    if (typed === "") field.current?.focus();
    else session.send({ type: "code.submit", code: typed });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={word.secondFactor}>
      <Stack gap="md">
        {error && (
          <Alert color="red" role="alert">
            <span>{toErrorMessage(error)}</span>
            <RequestId form error={error} />
          </Alert>
        )}
        <Text>
          密码正确，请输入手机验证器上的 6
          位动态验证码。手机不在身边时，输入一个恢复码；都没有时，请其他管理员重置。
        </Text>
        <TextInput
          ref={field}
          label={word.totp}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          maxLength={32}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={showMissing && code.trim() === "" ? word.enterTotp : null}
        />
        <Button type="submit" fullWidth loading={busy}>
          验 证
        </Button>
        <Button variant="subtle" disabled={busy} onClick={() => session.send({ type: "code.cancel" })}>
          返回密码登录
        </Button>
      </Stack>
    </form>
  );
}
