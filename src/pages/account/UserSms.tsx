import { useState } from "react";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import type { UserRow } from "../../../adapters/contract/user.ts";
import { canCall } from "../../list/canCall.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useFormOnMount } from "../../list/form/useFormOnMount.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { bulkSmsForm, toPlainSmsForm } from "../../list/sms/bulkSmsForm.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";

const userSmsForm = bulkSmsForm<UserRow>({
  name: "user-sms",
  title: (row) => `发短信给 ${row?.name ?? ""}`,
  done: (row) => `已提交发给 ${row?.name ?? ""} 的短信`,
  recipientFields: [],
  getInitialValues: (row) => ({ scope: "users", userIds: row ? [row.id] : [] }),
});

/** Sends one user a message in the background; it then appears in the message list. */
export function UserSms({ row, onClose, onDone, onOutdated }: RowDialogProps<UserRow>) {
  const pageApi = usePageApi();
  const [config] = useState(() =>
    canCall(smsCalls.smsPreview, pageApi) ? userSmsForm : toPlainSmsForm(userSmsForm),
  );
  const form = useFormOnMount(
    config,
    { onSaved: () => onDone(), onClosed: onClose, onOutdated },
    undefined,
    row,
  );
  return <FormHost form={form} />;
}
