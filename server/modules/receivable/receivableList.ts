import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  min,
  type SQL,
  sql,
} from "drizzle-orm";
import type * as z from "zod/mini";
import { orderFieldLabels } from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import { type ReceivableRow, receivableCalls } from "../../../adapters/contract/receivable.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { orders } from "../../db/schema/order.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { numberColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import { prepareRows, type RowSheet } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import { dayMs, startOfShanghaiDay } from "../../records/shanghaiDay.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

type Query = z.output<typeof receivableCalls.receivableList.body>;
type ExportQuery = z.output<typeof receivableCalls.receivableExport.body>;
type SortField = NonNullable<Query["sort"]>["field"];

/** The orders with an amount due. They are read as sums by company, which have an order of their own. */
const dueOrders = defineListSource<Omit<Query, "sort"> & { readonly sort?: undefined }>()({
  table: orders,
  id: orders.companyId,
  createdAt: orders.createdAt,
  baseCondition: and(inArray(orders.status, [...unpaidStatuses]), gt(orders.payableFen, orders.paidFen)),
  search: sql`lower(${companies.name})`,
  nameOrder: companies.nameOrder,
  sortable: {},
  filters: {
    companyId: (value) => eq(orders.companyId, value),
    managerId: (value) => eq(companies.managerId, value),
  },
});

const sumDue = (condition: SQL | undefined) =>
  sql<number>`coalesce(sum(${orders.payableFen} - ${orders.paidFen}) filter (where ${condition}), 0)`.mapWith(
    Number,
  );

/** The amounts by age. An order of today has an age of 0 days. */
function selectAmounts(now: Date) {
  const today = startOfShanghaiDay(now).getTime();
  const [day30, day60, day90] = [30, 60, 90].map((days) => new Date(today - days * dayMs)) as [
    Date,
    Date,
    Date,
  ];
  const { createdAt } = orders;
  return {
    dueFen: sumDue(sql`true`),
    days30Fen: sumDue(gte(createdAt, day30)),
    days60Fen: sumDue(and(lt(createdAt, day30), gte(createdAt, day60))),
    days90Fen: sumDue(and(lt(createdAt, day60), gte(createdAt, day90))),
    olderFen: sumDue(lt(createdAt, day90)),
  };
}

interface Context {
  readonly db: Db;
  readonly now: Date;
}

const toConditions = ({ sort, ...conditions }: Query | ExportQuery, now: Date) =>
  // Cast: an export's query has no page, which conditions do not use.
  buildConditions(dueOrders, conditions as Query & { readonly sort?: undefined }, now);

/** Reads the totals of the whole result. */
export async function readReceivableSums({ db, now }: Context, query: Query | ExportQuery) {
  const [sums] = await db
    .select({ companies: countDistinct(orders.companyId), orderCount: count(), ...selectAmounts(now) })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(toConditions(query, now));
  if (!sums) throw new Error("A query of sums has no row");
  return sums;
}

/** Reads what each company owes; of all of them without a page. */
export async function readReceivables(
  { db, now }: Context,
  query: Query | ExportQuery,
): Promise<ReceivableRow[]> {
  const amounts = selectAmounts(now);
  const oldestAt = min(orders.createdAt);
  const { field, order } = query.sort ?? { field: "dueFen", order: "desc" };
  const sortColumns = { ...amounts, oldestAt, companyName: companies.nameOrder } satisfies Record<
    SortField,
    unknown
  >;
  const direction = order === "asc" ? asc : desc;
  const rows = db
    .select({
      id: companies.id,
      companyName: companies.name,
      managerName: companies.managerName,
      orderCount: count(),
      ...amounts,
      oldestAt,
    })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(toConditions(query, now))
    .groupBy(companies.id, companies.name, companies.managerName, companies.nameOrder)
    .orderBy(direction(sortColumns[field]), direction(companies.id));
  const records =
    "pageNo" in query
      ? await rows.limit(query.pageSize).offset((query.pageNo - 1) * query.pageSize)
      : await rows;
  return records.map((record) => ({ ...record, oldestAt: (record.oldestAt ?? now).toISOString() }));
}

const column = createSheetColumns<ReceivableRow>(orderFieldLabels);

/** The workbook of 应收账款. */
const receivableSheet: RowSheet<ReceivableRow> = {
  title: receivableCalls.receivableList.summary,
  columns: [
    column.text("companyName", 36),
    column.text("managerName", 10),
    numberColumn("orderCount", "未付清订单", 12, ({ orderCount }) => orderCount),
    column.yuan("dueFen", 16),
    yuanColumn("days30Fen", "0–30 天", 16, ({ days30Fen }) => days30Fen),
    yuanColumn("days60Fen", "31–60 天", 16, ({ days60Fen }) => days60Fen),
    yuanColumn("days90Fen", "61–90 天", 16, ({ days90Fen }) => days90Fen),
    yuanColumn("olderFen", "90 天以上", 16, ({ olderFen }) => olderFen),
    timeColumn("oldestAt", word.oldestOrderAt, ({ oldestAt }) => new Date(oldestAt)),
  ],
};

/** Prepares the workbook: one row per company, read at once. */
export const prepareReceivableExport: ExportPreparer<typeof receivableCalls.receivableExport> = async (
  query,
  { db, dbOutsideTransaction, now },
) => {
  const { companies: rows } = await readReceivableSums({ db, now }, query);
  async function* readRows() {
    yield await readReceivables({ db: dbOutsideTransaction, now }, query);
  }
  return prepareRows({ now, query, sheet: receivableSheet, rows, readRows });
};
