import { Loader, TextInput, UnstyledButton } from "@mantine/core";
import type { Ref } from "react";
import type { Captcha } from "../../../machines/session.machine.ts";
import { captchaSize } from "../boot/createSessionPort.ts";
import classes from "./CaptchaField.module.css";

interface Props {
  readonly field: Ref<HTMLInputElement>;
  readonly captcha: Captcha | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRefresh: () => void;
}

/** The captcha with its picture; a click on the picture asks for another. */
export function CaptchaField({ field, captcha, value, onChange, onRefresh }: Props) {
  return (
    <div className={classes.row}>
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
      <UnstyledButton className={classes.picture} onClick={onRefresh} title="看不清，换一张">
        {captcha ? (
          <img src={captcha.image} alt="图形验证码，点击换一张" {...captchaSize} />
        ) : (
          <Loader size="xs" aria-label="正在获取验证码" />
        )}
      </UnstyledButton>
    </div>
  );
}
