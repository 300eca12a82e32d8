import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls, type Endpoint } from "./endpoint.ts";
import * as f from "./fields.ts";
import { type Caller, mayCall } from "./mayCall.ts";
import { consoleRoles, type Role } from "./roles.ts";
import { importKind } from "./sheetImport.ts";

/** What a notification is about. */
export const notificationKind = defineEnum("notification_kind", {
  orderApproved: ["订单审核通过", "green"],
  orderRejected: ["订单审核驳回", "red"],
  orderRefunded: ["退款审核通过", "violet"],
  refundRejected: ["退款申请被驳回", "red"],
  invoiceIssued: ["发票已开具", "green"],
  invoiceRejected: ["开票申请被驳回", "red"],
  exportReady: ["导出已完成", "blue"],
  exportFailed: ["导出失败", "red"],
  importReady: ["导入已完成", "blue"],
  importFailed: ["导入没有完成", "red"],
  companiesExpiring: ["企业即将到期", "orange"],
  deviceLost: ["无人机失联", "red"],
  signedInElsewhere: ["账号在别处登录", "orange"],
  secondFactorReset: ["二次验证已重置", "orange"],
});
export type NotificationKind = z.infer<typeof notificationKind.schema>;

const salesRoles = ["admin", "operator", "finance"] as const;
const order = { access: salesRoles, path: "/order/v3/pageList" } as const;
const invoice = { access: salesRoles, path: "/invoice/pageList" } as const;
/** One's own affairs. */
const own = { access: consoleRoles, path: "/x/notification/list" } as const;

/** The right to see what a notification tells of, and the roles that those to a role go to. */
export const notificationAudience: Readonly<
  Record<NotificationKind, { readonly access: readonly Role[]; readonly path: Endpoint["path"] }>
> = {
  orderApproved: order,
  orderRejected: order,
  orderRefunded: order,
  refundRejected: order,
  invoiceIssued: invoice,
  invoiceRejected: invoice,
  exportReady: own,
  exportFailed: own,
  importReady: own,
  importFailed: own,
  companiesExpiring: { access: salesRoles, path: "/company/pageList" },
  deviceLost: { access: ["admin", "maintainer", "duty"], path: "/x/alarm/list" },
  signedInElsewhere: own,
  secondFactorReset: own,
};

/** Kinds that somebody is told of. */
export const listNotificationKinds = (caller: Caller): NotificationKind[] =>
  (Object.keys(notificationAudience) as NotificationKind[]).filter((kind) =>
    mayCall(caller, notificationAudience[kind]),
  );

export const notificationRow = z.object({
  id: f.id,
  at: f.instant,
  kind: notificationKind.schema,
  text: z.string(),
  /** The record that it is about: order, invoice, export, import or alarm. */
  recordId: z.nullable(f.id),
  /** What was imported, where it tells of an import that is still listed. */
  importKind: z.nullable(importKind.schema),
  isRead: z.boolean(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

/** Notifications per answer, and at most where the older ones that are shown are read again. */
export const notificationPageSize = 20;
export const maxNotificationsReread = 200;

/** A user's own notifications. They are kept for 90 days. */
export const notificationCalls = defineCalls({
  notificationList: {
    host: "api",
    method: "POST",
    path: "/x/notification/list",
    summary: "我的通知",
    access: consoleRoles,
    body: z.strictObject({
      unread: z.optional(z.boolean()),
      /** Only older ones than this. */
      before: z.optional(f.id),
      /** At least down to this one, for a console that shows older ones than those of the first answer. */
      downTo: z.optional(f.id),
    }),
    data: z.object({
      /** Newest first. */
      list: z.array(notificationRow),
      hasMore: z.boolean(),
      /** Number of unread ones, of all pages. */
      unread: z.int(),
    }),
  },
  notificationRead: {
    host: "api",
    method: "POST",
    path: "/x/notification/read",
    summary: "通知标为已读",
    access: consoleRoles,
    /** One, or with `until` all up to this one: later ones have not been seen. */
    body: z.strictObject({ id: f.id, until: z.optional(z.boolean()) }),
  },
});
