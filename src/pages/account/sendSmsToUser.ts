import { smsCalls } from "../../../adapters/contract/sms.ts";
import type { UserRow } from "../../../adapters/contract/user.ts";
import type { RowAction, RowSelection, SelectionAction } from "../../list/listDefinition.ts";
import { bulkSmsForm } from "../../list/sms/bulkSmsForm.ts";

/** People of one sending that are named one by one. */
const maxRecipients = 200;

const toRecipients = (users: readonly UserRow[]) => ({ scope: "users", userIds: users.map(({ id }) => id) });

/** Sends one user a message; the background sends it, and it stands in the list of messages. */
export const sendSmsToUser: RowAction<UserRow> = {
  name: "sms",
  label: "发短信",
  call: smsCalls.smsSendAll,
  refusal: ({ status }) => (status === "frozen" ? "用户已冻结，不能接收短信" : null),
  form: bulkSmsForm<UserRow>({
    name: "user-sms",
    title: (row) => `发短信给 ${row?.name ?? ""}`,
    recipientFields: [],
    getInitialValues: (row) => toRecipients(row ? [row] : []),
  }),
};

/** Sends all selected users the same message, as one mass sending. */
export const sendSmsToUsers: SelectionAction<UserRow> = {
  name: "sms-all",
  label: "群发短信",
  call: smsCalls.smsSendAll,
  refusal: (rows) => {
    if (rows.length > maxRecipients) return `一次最多选择 ${maxRecipients} 人`;
    return rows.every(({ status }) => status === "frozen") ? "所选用户均已冻结，不能接收短信" : null;
  },
  form: bulkSmsForm<RowSelection<UserRow>>({
    name: "users-sms",
    title: (selection) => `群发短信给 ${selection?.rows.length ?? 0} 位用户`,
    recipientFields: [],
    getInitialValues: (selection) => toRecipients(selection?.rows ?? []),
  }),
};
