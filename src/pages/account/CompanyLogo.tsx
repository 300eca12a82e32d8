import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { LogoSteps } from "./LogoSteps.tsx";
import { useLogoActor } from "./useLogoActor.ts";

/** The dialog of a company's logo. */
export function CompanyLogo({ row, onClose, onDone, onOutdated }: RowDialogProps<CompanyRow>) {
  const actor = useLogoActor(row, { onSubmitted: () => onDone("Logo 已提交"), onUncertain: onOutdated });
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
