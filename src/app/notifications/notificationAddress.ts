import { deskConditions } from "../../../adapters/contract/desk.ts";
import type { NotificationKind, NotificationRow } from "../../../adapters/contract/notification.ts";
import type { ImportKind } from "../../../adapters/contract/sheetImport.ts";

const paths: Readonly<Record<NotificationKind, string | null>> = {
  orderApproved: "/order/orderList",
  orderRejected: "/order/orderList",
  orderRefunded: "/order/orderList",
  refundRejected: "/order/orderList",
  invoiceIssued: "/order/invoice",
  invoiceRejected: "/order/invoice",
  exportReady: "/exports",
  exportFailed: "/exports",
  importReady: null,
  importFailed: null,
  companiesExpiring: "/account/accountList",
  deviceLost: "/alarms",
  signedInElsewhere: null,
  secondFactorReset: null,
};

const importPaths: Readonly<Record<ImportKind, string>> = {
  company: "/account/accountList",
  user: "/account/userList",
  box: "/operate/boxPage",
  drone: "/deviceAccess?tab=drones",
  hangar: "/operate/airport",
};

/** The list that shows what a notification tells, at its record or with its conditions; null if there is none. */
export function getNotificationAddress({
  kind,
  recordId,
  importKind,
}: Pick<NotificationRow, "kind" | "recordId" | "importKind">): string | null {
  if (importKind !== null) return importPaths[importKind];
  const path = paths[kind];
  if (path === null) return null;
  const conditions =
    kind === "companiesExpiring"
      ? deskConditions.expiringIn7Days
      : recordId !== null && path !== "/exports"
        ? { detail: recordId }
        : {};
  const search = new URLSearchParams(conditions).toString();
  return search === "" ? path : `${path}?${search}`;
}
