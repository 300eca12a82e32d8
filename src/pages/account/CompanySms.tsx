import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { CompanySmsDialog } from "../../list/sms/BulkSmsDialog.tsx";

/** The form of the list's 群发短信 for one company. */
export const CompanySms = ({ row, onClose, onDone, onOutdated }: RowDialogProps<CompanyRow>) => (
  <CompanySmsDialog
    list={{ selected: [row], conditions: {}, total: null }}
    onClose={onClose}
    onDone={onDone}
    onOutdated={onOutdated}
  />
);
