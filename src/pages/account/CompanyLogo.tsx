import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { RowDialogProps } from "../../list/definition.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { LogoSteps } from "./LogoSteps.tsx";
import { useLogo } from "./useLogo.ts";

/** The dialog of a company's logo. */
export function CompanyLogo({ row, onClose, onDone, onDoubt }: RowDialogProps<CompanyRow>) {
  const actor = useLogo(row, { submitted: () => onDone("Logo 已提交"), doubted: onDoubt });
  const close = () => {
    actor.send({ type: "dialog.close" });
    onClose();
  };
  return (
    <Dialog opened onClose={close} size="lg" title={`${row.name} 的 Logo`}>
      <LogoSteps row={row} actor={actor} onClose={close} />
    </Dialog>
  );
}
