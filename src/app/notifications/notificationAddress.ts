import { deskConditions } from "../../../adapters/contract/desk.ts";
import type { NotificationKind, NotificationRow } from "../../../adapters/contract/notification.ts";

const paths: Readonly<Record<NotificationKind, string | null>> = {
  orderApproved: "/order/orderList",
  orderRejected: "/order/orderList",
  orderRefunded: "/order/orderList",
  refundRejected: "/order/orderList",
  invoiceIssued: "/order/invoice",
  invoiceRejected: "/order/invoice",
  exportReady: "/exports",
  exportFailed: "/exports",
  companiesExpiring: "/account/accountList",
  deviceLost: "/alarms",
  signedInElsewhere: null,
  secondFactorReset: null,
};

/** The list that shows what a notification tells, at its record or with its conditions; null if there is none. */
export function getNotificationAddress({
  kind,
  recordId,
}: Pick<NotificationRow, "kind" | "recordId">): string | null {
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
