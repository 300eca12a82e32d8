import { Radio, Stack } from "@mantine/core";
import { formatScope, wholeScope } from "../../../../adapters/contract/dutyScope.ts";
import type { CustomFieldProps } from "../../../list/form/formConfig.ts";
import { deskValue } from "./scopeValues.ts";

/** Which desk is taken over, or that one begins beside them; nothing where nobody is on duty. */
export function DeskField({ value, label, disabled, onChange, onPrefill }: CustomFieldProps) {
  const { shifts, taken } = deskValue.parse(value);
  if (shifts.length === 0) return null;
  const choose = (next: string) => {
    const shift = shifts.find(({ id }) => id === next);
    onChange({ shifts, taken: shift?.id ?? null });
    onPrefill({ scope: shift?.scope ?? wholeScope });
  };
  return (
    <Radio.Group label={label} value={taken ?? "beside"} onChange={choose}>
      <Stack gap={4} mt={4}>
        {shifts.map(({ id, staffName, scope }) => (
          <Radio
            key={id}
            value={id}
            label={`接替 ${staffName}（${formatScope(scope)}）`}
            disabled={disabled}
          />
        ))}
        <Radio value="beside" label="增开一个席位，与当前值班人员同时值班" disabled={disabled} />
      </Stack>
    </Radio.Group>
  );
}
