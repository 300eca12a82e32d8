import { and, inArray, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { orderPays } from "../../db/schema/orderPay.ts";

/**
 * The payments that stand with one of these numbers of banks, in words, by the number in capitals, as it is unique.
 * @param db reads what the person may see
 */
export async function describeRegistered(
  db: Db,
  serials: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [
    ...new Set(serials.filter((serial) => serial !== "").map((serial) => serial.toUpperCase())),
  ];
  if (wanted.length === 0) return new Map();
  const serial = sql<string>`upper(${orderPays.bankSerialNo})`;
  const { payNo, orderNo, companyName } = orderPays;
  const rows = await db
    .select({ serial, payNo, orderNo, companyName })
    .from(orderPays)
    .where(
      and(
        inArray(serial, wanted),
        sql`${orderPays.bankSerialNo} <> ''`,
        notInArray(orderPays.status, ["rejected", "closed"]),
      ),
    );
  return new Map(rows.map((row) => [row.serial, `${row.payNo}（订单 ${row.orderNo}，${row.companyName}）`]));
}
