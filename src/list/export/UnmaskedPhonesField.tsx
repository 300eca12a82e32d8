import { Checkbox, TextInput } from "@mantine/core";
import type { UnmaskedPhonesOption } from "./useUnmaskedPhones.ts";

/** Asks whether phone numbers are to be written in full, and then why. */
export function UnmaskedPhonesField({ option }: { readonly option: UnmaskedPhonesOption }) {
  return (
    <>
      <Checkbox
        label="号码不脱敏（默认脱敏为 138****0013）"
        checked={option.enabled}
        onChange={(event) => option.setEnabled(event.currentTarget.checked)}
      />
      {option.enabled && (
        <TextInput
          label="原因"
          description="将与您的姓名一起记入操作日志"
          withAsterisk
          value={option.reason}
          error={option.error}
          onChange={(event) => option.onReasonChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
