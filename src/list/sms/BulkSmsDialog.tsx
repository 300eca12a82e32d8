import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { userRole } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { canCall } from "../canCall.ts";
import { FormHost } from "../form/FormHost.tsx";
import type { CustomFieldProps, FormConfig, FormField, FormValues } from "../form/formConfig.ts";
import { useFormOnMount } from "../form/useFormOnMount.ts";
import type { AnyRow, PageDialogProps } from "../listDefinition.ts";
import { BatchProgress } from "./BatchProgress.tsx";
import { bulkSmsForm, toPlainSmsForm } from "./bulkSmsForm.ts";
import { parseListAudience, toListAudienceValues } from "./listAudience.ts";

interface Props extends PageDialogProps {
  readonly form: FormConfig<AnyRow>;
  readonly initialValues?: FormValues;
}

/** A bulk SMS form; after submitting, the progress where the platform tells it. */
export function BulkSmsDialog({ form: ownForm, initialValues, onClose, onDone, onOutdated }: Props) {
  const pageApi = usePageApi();
  const [batchId, setBatchId] = useState<string | null>(null);
  const [config] = useState(() =>
    canCall(smsCalls.smsPreview, pageApi) ? ownForm : toPlainSmsForm(ownForm),
  );
  const onSaved = canCall(smsCalls.smsBatch, pageApi) ? setBatchId : () => onDone();
  const form = useFormOnMount(config, { onSaved, onClosed: onClose, onOutdated }, initialValues);
  return batchId === null ? (
    <FormHost form={form} />
  ) : (
    <BatchProgress id={batchId} onClose={() => onDone()} />
  );
}

const audienceField: FormField = {
  kind: "custom",
  name: "scope",
  label: "收件范围",
  control: AudienceField,
  wide: true,
};

/** The text for a list's records. Without drafts: one would bring along the recipients of another day. */
const createListSmsForm = (name: string, recipientFields: readonly FormField[]): FormConfig<AnyRow> =>
  bulkSmsForm<AnyRow>({
    name,
    title: () => word.sendBulkSms,
    recipientFields,
    getInitialValues: () => ({}),
    savesDrafts: false,
  });

const companySmsForm = createListSmsForm("company-list-sms", [
  audienceField,
  {
    kind: "several",
    name: "roles",
    label: "收件用户",
    dictionary: userRole,
    hint: "企业下这些角色的用户，不选为全部角色",
    wide: true,
  },
]);
const userSmsForm = createListSmsForm("user-list-sms", [audienceField]);

/** Sends a text to users of the companies in the list, at first to their owners. */
export const CompanySmsDialog = (props: PageDialogProps) => (
  <BulkSmsDialog
    {...props}
    form={companySmsForm}
    initialValues={{ ...toListAudienceValues("company", props.list), roles: ["owner"] }}
  />
);

/** Sends a text to the users in the list. */
export const UserSmsDialog = (props: PageDialogProps) => (
  <BulkSmsDialog {...props} form={userSmsForm} initialValues={toListAudienceValues("user", props.list)} />
);

/** As many as the call accepts by id. */
const maxSelected = 200;
const units = { company: "家企业", user: "位用户" } as const;

/** Chooses between the selected records of the list and all that its conditions find. */
function AudienceField({ id, label, value, values, error, required, disabled, onChange }: CustomFieldProps) {
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
