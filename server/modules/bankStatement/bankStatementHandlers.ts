import { and, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import type { bankStatementCalls } from "../../../adapters/contract/bankStatement.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { orders } from "../../db/schema/order.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { type DueOrder, matchStatement } from "./matchStatement.ts";
import { type IncomingLine, parseStatement } from "./parseStatement.ts";
import { readTable } from "./readTable.ts";

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

/** The banks' numbers among these lines that stand registered, in capitals as they are unique. */
async function findRegistered(db: Db, lines: readonly IncomingLine[]): Promise<ReadonlySet<string>> {
  const serials = [...new Set(lines.map(({ bankSerialNo }) => bankSerialNo.toUpperCase()))];
  if (serials.length === 0) return new Set();
  const serial = sql<string>`upper(${orderPays.bankSerialNo})`;
  const rows = await db
    .select({ serial })
    .from(orderPays)
    .where(
      and(
        inArray(serial, serials),
        sql`${orderPays.bankSerialNo} <> ''`,
        notInArray(orderPays.status, ["rejected", "closed"]),
      ),
    );
  return new Set(rows.map((row) => row.serial));
}

export const bankStatementHandlers: Handlers<typeof bankStatementCalls> = {
  bankStatementRead: async ({ file }, { db, now }) => {
    const { lines, outgoing, unreadable } = parseStatement(await readTable(file), now);
    const registered = await findRegistered(db, lines);
    return {
      lines: matchStatement(lines, await readDueOrders(db), registered),
      outgoing,
      unreadable: [...unreadable],
    };
  },
};
