import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { RowDialogProps } from "../../list/definition.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { LogoSteps } from "./LogoSteps.tsx";

/** The dialog of a company's logo. */
export function CompanyLogo(props: RowDialogProps<CompanyRow>) {
  return (
    <Dialog opened onClose={props.onClose} size="lg" title={`${props.row.name} 的 Logo`}>
      <LogoSteps {...props} />
    </Dialog>
  );
}
