import { boxStatus } from "../../../adapters/contract/box.ts";
import { companyStatus } from "../../../adapters/contract/company.ts";
import type { Dictionary } from "../../../adapters/contract/defineEnum.ts";
import { deviceStatus, hangarStatus } from "../../../adapters/contract/device.ts";
import type { SearchKind } from "../../../adapters/contract/graphql/search.ts";
import { invoiceStatus } from "../../../adapters/contract/invoice.ts";
import { orderStatus } from "../../../adapters/contract/orderEvent.ts";
import { orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { taskStatus } from "../../../adapters/contract/task.ts";
import { userStatus } from "../../../adapters/contract/user.ts";
import { formatInvoiceStatus } from "../../../machines/status/invoice.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import type { RecentRecord } from "../../list/links/recentRecords.ts";

const statusByKind: Record<SearchKind, Dictionary> = {
  company: companyStatus,
  user: userStatus,
  order: orderStatus,
  payment: orderPayStatus,
  invoice: invoiceStatus,
  task: taskStatus,
  flight: taskStatus,
  drone: deviceStatus,
  box: boxStatus,
  hangar: hangarStatus,
};

/** A record's status as its list shows it; null if it has none. */
export function getHitStatus({ kind, status, paidFen = null, redFen = null }: RecentRecord) {
  const dictionary = statusByKind[kind];
  if (!dictionary.options.some(({ value }) => value === status)) return null;
  const tag = dictionary.tag(status);
  return { ...tag, label: findOwnLabel() ?? tag.label };

  function findOwnLabel(): string | null {
    if (kind === "order") {
      const known = orderStatus.schema.safeParse(status).data;
      return known ? orderStatusMachine.label({ status: known, paidFen }) : null;
    }
    const known = kind === "invoice" ? invoiceStatus.schema.safeParse(status).data : undefined;
    return known ? formatInvoiceStatus({ status: known, redFen }) : null;
  }
}
