import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { consoleRoles, type Role } from "./roles.ts";
import { importKind } from "./sheetImport.ts";

/** What a notification is about. */
export const notificationKind = defineEnum("notification_kind", {
  orderApproved: ["订单审核通过", "green"],
  orderRejected: ["订单审核驳回", "red"],
  orderRefunded: ["订单已退款", "violet"],
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

const orderRoles = ["admin", "operator", "finance"] as const;

/** Who may see a notification of a kind that was addressed to them; those to a role go to these roles. */
export const notificationRoles: Readonly<Record<NotificationKind, readonly Role[]>> = {
  orderApproved: orderRoles,
  orderRejected: orderRoles,
  orderRefunded: orderRoles,
  refundRejected: orderRoles,
  invoiceIssued: orderRoles,
  invoiceRejected: orderRoles,
  exportReady: consoleRoles,
  exportFailed: consoleRoles,
  importReady: consoleRoles,
  importFailed: consoleRoles,
  companiesExpiring: ["admin", "operator", "finance"],
  deviceLost: ["admin", "maintainer", "duty"],
  signedInElsewhere: consoleRoles,
  secondFactorReset: consoleRoles,
};

/** Kinds that people with these roles are told of. */
export const listNotificationKinds = (roles: readonly Role[]): NotificationKind[] =>
  (Object.keys(notificationRoles) as NotificationKind[]).filter((kind) =>
    notificationRoles[kind].some((role) => roles.includes(role)),
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
