import { Radio, Stack } from "@mantine/core";
import * as word from "../../../adapters/contract/words.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { parseListAudience } from "./listAudience.ts";

/** As many as the call accepts by id. */
const maxSelected = 200;
const units = { company: "家企业", user: "位用户" } as const;

/** Chooses between the selected records of the list and all that its conditions find. */
export function AudienceField({
  id,
  label,
  value,
  values,
  error,
  required,
  disabled,
  onChange,
}: CustomFieldProps) {
  const audience = parseListAudience(values["list"]);
  if (!audience) return null;
  const { kind, ids, conditions, total } = audience;
  const prefix = Object.keys(conditions).length > 0 ? "符合当前条件的" : word.all;
  const count = total === null ? "" : ` ${formatNumber(total)} `;
  return (
    <Radio.Group
      id={id}
      label={label}
      withAsterisk={required}
      error={error}
      value={String(value)}
      onChange={onChange}
    >
      <Stack gap="xs" mt={4}>
        {ids.length > 0 && (
          <Radio
            disabled={disabled || ids.length > maxSelected}
            value="selected"
            label={`已选的 ${formatNumber(ids.length)} ${units[kind]}`}
            description={ids.length > maxSelected ? `一次最多选择 ${maxSelected} 条` : undefined}
          />
        )}
        <Radio disabled={disabled} value="result" label={`${prefix}${count}${units[kind]}`} />
      </Stack>
    </Radio.Group>
  );
}
