import * as z from "zod/mini";
import { alarmCalls } from "./alarm.ts";
import { boxCalls } from "./box.ts";
import { companyCalls } from "./company.ts";
import { defineCalls } from "./endpoint.ts";
import { exportJobCalls } from "./exportJob.ts";
import * as f from "./fields.ts";
import { hangarCalls } from "./hangar.ts";
import { invoiceCalls } from "./invoice.ts";
import { orderCalls } from "./order.ts";
import { consoleRoles } from "./roles.ts";
import { smsCalls } from "./sms.ts";
import { taskHistoryCalls } from "./taskHistory.ts";
import * as word from "./words.ts";

/** What each count of the desk counts: the records that a list shows with these conditions. */
export const deskConditions = {
  myAudits: { mine: true },
  refundingOrders: { status: "refunding" },
  appliedInvoices: { status: "applied" },
  reversingInvoices: { status: "reversing" },
  expiringIn7Days: { expireWithin: "7" },
  expiringIn30Days: { expireWithin: "30" },
  openAlarms: { isOpen: true },
  /** Of the day in Shanghai that contains the answer's time. */
  endedFlightsToday: {},
  offlineBoxes: { status: "offline" },
  offlineHangars: { status: "offline" },
  failedSms: { status: "failed" },
  runningExports: { status: "running" },
  readyExports: { status: "done" },
} as const;

export type DeskCount = keyof typeof deskConditions;

/** What happened since yesterday, 00:00 in Shanghai: the conditions of the lists that show it, besides the dates. */
export const recentConditions = {
  newOrders: {},
  paidOrders: { dateField: "paid" },
  newCompanies: {},
  raisedAlarms: {},
  endedFlights: {},
} as const;

/** Of these, no list shows exactly the counted ones. */
export type RecentCount = keyof typeof recentConditions | "auditedOrders" | "expiredCompanies";

/** The call whose roles see such a count. */
export const recentCountCalls = {
  newOrders: orderCalls.orderPageList,
  auditedOrders: orderCalls.orderPageList,
  paidOrders: orderCalls.orderPageList,
  newCompanies: companyCalls.companyPageList,
  expiredCompanies: companyCalls.companyPageList,
  raisedAlarms: alarmCalls.alarmList,
  endedFlights: taskHistoryCalls.taskHistoryList,
} as const satisfies Readonly<Record<RecentCount, object>>;

/** The calls whose roles see a count: that of the list, for audits that of the decision too. */
export const deskCountCalls = {
  myAudits: [orderCalls.orderPageList, orderCalls.orderAudit],
  refundingOrders: orderCalls.orderPageList,
  appliedInvoices: invoiceCalls.invoicePageList,
  reversingInvoices: invoiceCalls.invoicePageList,
  expiringIn7Days: companyCalls.companyPageList,
  expiringIn30Days: companyCalls.companyPageList,
  openAlarms: alarmCalls.alarmList,
  endedFlightsToday: taskHistoryCalls.taskHistoryList,
  offlineBoxes: boxCalls.boxList,
  offlineHangars: hangarCalls.hangarList,
  failedSms: smsCalls.smsListPage,
  runningExports: exportJobCalls.exportList,
  readyExports: exportJobCalls.exportList,
} as const satisfies Readonly<Record<DeskCount, object>>;

const visibleCount = z.optional(z.int());

/** What a queue's first records are; each has a list. */
const deskItemKinds = ["order", "invoice", "company", "alarm", "box", "hangar", "sms", "export"] as const;

/** A record that waits, as the desk shows it. */
export const deskItem = z.object({
  kind: z.enum(deskItemKinds),
  id: f.id,
  /** Number or name; of an alarm its shortest line. */
  title: z.string(),
  /** Company, or what distinguishes it. */
  subtitle: z.string(),
  /** Who brought it about, or looks after it; empty where nobody did. */
  by: z.string(),
  /** Since when it waits; of a company when its next service ends. */
  at: z.nullable(f.instant),
  /** What it is about; null where it has no amount. */
  amountFen: z.nullable(z.int()),
});
export type DeskItem = z.infer<typeof deskItem>;

/** Records shown of each queue at most. */
export const deskItemLimit = 3;
const visibleItems = z.optional(z.array(deskItem).check(z.maxLength(deskItemLimit)));
const deskFirst = z.object({
  myAudits: visibleItems,
  refundingOrders: visibleItems,
  appliedInvoices: visibleItems,
  reversingInvoices: visibleItems,
  expiringIn7Days: visibleItems,
  openAlarms: visibleItems,
  offlineBoxes: visibleItems,
  offlineHangars: visibleItems,
  failedSms: visibleItems,
  runningExports: visibleItems,
  readyExports: visibleItems,
});
export type DeskQueue = keyof z.infer<typeof deskFirst>;

/** Whether a count is that of a queue, of which the first are told. */
export const isQueue = (name: string): name is DeskQueue => Object.hasOwn(deskFirst.shape, name);

/** An unfinished form of the caller's. */
const deskDraft = z.object({
  /** What the form is called; empty for one that an older console has stored. */
  title: z.string(),
  /** Where the form opens, or its page without parameters; empty as the title. */
  address: z.string(),
  at: f.instant,
});
export type DeskDraft = z.infer<typeof deskDraft>;

/** Drafts shown at most. */
export const deskDraftLimit = 10;

/** The desk, first page of every role. */
export const deskCalls = defineCalls({
  desk: {
    host: "api",
    method: "POST",
    path: "/x/desk",
    summary: word.desk,
    access: consoleRoles,
    data: z.object({
      /** When it was counted. */
      at: f.instant,
      /** A count whose list the caller's roles may not open is absent. */
      counts: z.object({
        myAudits: visibleCount,
        refundingOrders: visibleCount,
        appliedInvoices: visibleCount,
        reversingInvoices: visibleCount,
        expiringIn7Days: visibleCount,
        expiringIn30Days: visibleCount,
        openAlarms: visibleCount,
        endedFlightsToday: visibleCount,
        offlineBoxes: visibleCount,
        offlineHangars: visibleCount,
        failedSms: visibleCount,
        runningExports: visibleCount,
        readyExports: visibleCount,
        drafts: z.int(),
      }),
      /**
       * The first of each queue, which have waited longest. Absent as its count; empty where nothing waits. Refunds that
       * the caller may decide are among `myAudits` alone.
       */
      first: deskFirst,
      /** The newest ones, newest first. */
      drafts: z.array(deskDraft).check(z.maxLength(deskDraftLimit)),
      /** Since yesterday, 00:00 in Shanghai. */
      recent: z.object({
        newOrders: visibleCount,
        auditedOrders: visibleCount,
        paidOrders: visibleCount,
        newCompanies: visibleCount,
        expiredCompanies: visibleCount,
        raisedAlarms: visibleCount,
        endedFlights: visibleCount,
      }),
    }),
  },
});
