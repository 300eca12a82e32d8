import { and, eq, gt, inArray, sql } from "drizzle-orm";
import {
  type bankStatementCalls,
  findColumnFaults,
  type StatementColumns,
  statementColumnLabels,
} from "../../../adapters/contract/bankStatement.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { orders } from "../../db/schema/order.ts";
import { statementLayouts } from "../../db/schema/statementLayout.ts";
import { RefusalError } from "../../errors.ts";
import { describeRegistered } from "../orderPay/registeredPays.ts";
import { type DueOrder, matchStatement } from "./matchStatement.ts";
import { parseStatement } from "./parseStatement.ts";
import { readTable, type TableRow } from "./readTable.ts";
import { getShape, getShapes, type SavedLayout } from "./statementLayout.ts";

/** Orders that wait for a transfer and have no registered one, oldest first. */
const readDueOrders = (db: Db): Promise<DueOrder[]> =>
  db
    .select({
      id: orders.id,
      version: orders.version,
      orderNo: orders.orderNo,
      companyName: orders.companyName,
      dueFen: sql<number>`${orders.payableFen} - ${orders.paidFen}`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(eq(orders.status, "pending"), eq(orders.payMethod, "bank"), gt(orders.payableFen, orders.paidFen)),
    )
    .orderBy(orders.createdAt, orders.id);

/** What people have chosen for headings like those of this table. */
async function readLayouts(db: Db, rows: readonly TableRow[]): Promise<ReadonlyMap<string, SavedLayout>> {
  const saved = await db
    .select()
    .from(statementLayouts)
    .where(inArray(statementLayouts.shape, getShapes(rows)));
  return new Map(
    saved.map(({ shape, columns, staffName, savedAt }) => [
      shape,
      { columns, name: staffName, at: savedAt.toISOString() },
    ]),
  );
}

/** The chosen columns in words: `交易日期：记账日，流水号：业务编号`. */
const describeColumns = (headings: readonly string[], { remarks, ...single }: StatementColumns): string =>
  [...Object.entries(single), ...remarks.map((column) => ["remarks", column] as const)]
    .flatMap(([name, column]) =>
      column === null
        ? []
        : [
            `${statementColumnLabels[name as keyof StatementColumns]}：${headings[column] || `第 ${column + 1} 列`}`,
          ],
    )
    .join("，");

export const bankStatementHandlers: Handlers<typeof bankStatementCalls> = {
  bankStatementRead: async ({ file }, { db, now }) => {
    const rows = await readTable(file);
    const { lines, layout, outgoing, unreadable } = parseStatement(rows, now, await readLayouts(db, rows));
    const registered = await describeRegistered(
      db,
      lines.map(({ bankSerialNo }) => bankSerialNo),
    );
    return {
      layout,
      lines: matchStatement(lines, await readDueOrders(db), registered),
      outgoing,
      unreadable: [...unreadable],
    };
  },
  statementLayoutSave: async (
    { body: { headings, statementColumns: columns } },
    { db, actor, now, audit },
  ) => {
    const [fault] = findColumnFaults(columns);
    if (fault !== undefined) throw new RefusalError(fault);
    const { remarks, ...single } = columns;
    if ([...Object.values(single), ...remarks].some((column) => column !== null && column >= headings.length))
      throw new RefusalError("所选的列不在标题行中，请重新选择");
    const shape = getShape(headings);
    const [before] = await db
      .select()
      .from(statementLayouts)
      .where(eq(statementLayouts.shape, shape))
      .for("update");
    const values = {
      columns,
      description: describeColumns(headings, columns),
      staffName: actor.name,
      savedAt: now,
    };
    await db
      .insert(statementLayouts)
      .values({ shape, ...values })
      .onConflictDoUpdate({ target: statementLayouts.shape, set: values });
    audit({
      entityId: null,
      before: before && { statementColumns: before.description },
      after: { statementColumns: values.description },
    });
    return null;
  },
};
