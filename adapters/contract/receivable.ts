import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";

/** What is due, by the age of the orders: whole days in Shanghai since their creation. They add up to `dueFen`. */
const amounts = {
  dueFen: z.int(),
  days30Fen: z.int(),
  days60Fen: z.int(),
  days90Fen: z.int(),
  olderFen: z.int(),
};

/** What one company owes for its orders with one of `unpaidStatuses`. */
const receivableRow = z.object({
  /** The company's. */
  id: f.id,
  companyName: z.string(),
  /** Empty without one. */
  managerName: z.string(),
  orderCount: z.int(),
  ...amounts,
  /** Creation of its oldest order with an amount due. */
  oldestAt: f.instant,
});
export type ReceivableRow = z.infer<typeof receivableRow>;

const sortableFields = [
  "dueFen",
  "days30Fen",
  "days60Fen",
  "days90Fen",
  "olderFen",
  "oldestAt",
  "companyName",
] as const;
/** A keyword is searched in the company's name; `from` and `to` filter by the orders' creation. */
const filters = { companyId: z.optional(f.id), managerId: z.optional(f.id) };
const readRoles = ["admin", "operator", "finance"] as const;

/** Receivables by company and age. */
export const receivableCalls = defineCalls({
  receivableList: {
    host: "api",
    method: "POST",
    path: "/x/receivable/list",
    summary: "应收账款",
    access: readRoles,
    shows: ["order", "orderPay"],
    body: pageRequest(sortableFields, filters),
    // Without a sort, who owes most comes first.
    data: z.extend(pageResponse(receivableRow), {
      /** Totals of the whole result, not only this page. */
      sums: z.object({ orderCount: z.int(), ...amounts }),
    }),
  },
  receivableExport: {
    host: "api",
    method: "POST",
    path: "/x/receivable/export",
    summary: "导出应收账款",
    access: readRoles,
    audit: "order",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
});
