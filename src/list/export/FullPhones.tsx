import { Checkbox, TextInput } from "@mantine/core";
import type { FullPhonesAsked } from "./useFullPhones.ts";

/** Asks whether phone numbers are to be written in full, and then why. */
export function FullPhones({ full }: { readonly full: FullPhonesAsked }) {
  return (
    <>
      <Checkbox
        label="号码不脱敏（默认脱敏为 138****0013）"
        checked={full.wanted}
        onChange={(event) => full.want(event.currentTarget.checked)}
      />
      {full.wanted && (
        <TextInput
          label="原因"
          description="将与您的姓名一起记入操作日志"
          withAsterisk
          value={full.reason}
          error={full.error}
          onChange={(event) => full.say(event.currentTarget.value)}
        />
      )}
    </>
  );
}
