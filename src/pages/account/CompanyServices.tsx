import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { CompanyGrants } from "./CompanyGrants.tsx";

/** A company's grants in a panel. */
export function CompanyServices({ row, onClose }: RowDialogProps<CompanyRow>) {
  return (
    <SidePanel opened onClose={onClose} title={`${row.name} 的服务`}>
      <CompanyGrants companyId={row.id} />
    </SidePanel>
  );
}
