import { eq } from "drizzle-orm";
import type { Db } from "../../server/db/handle.ts";
import { channelCodes } from "../../server/db/schema/channelCode.ts";
import { goods, goodsItems } from "../../server/db/schema/goods.ts";
import { services } from "../../server/db/schema/service.ts";

const at = new Date("2026-01-05T02:00:00.000Z");
const stamps = { createdAt: at, updatedAt: at };
let made = 0;
/** An id and a number that no other record of these tests has. */
const next = () => ({ id: `81000000000000${String(++made).padStart(5, "0")}`, turn: made });

/** Puts a service straight into the database, off the shelf unless told otherwise. */
export async function putService(db: Db, fields: Partial<typeof services.$inferInsert> = {}) {
  const { id, turn } = next();
  const [record] = await db
    .insert(services)
    .values({
      ...stamps,
      id,
      name: `测试服务${turn}`,
      nameOrder: `ce shi fu wu ${turn}`,
      code: `T-${turn}`,
      level: 1,
      kind: "flight",
      unit: "次",
      priceFen: 10_000,
      taxRate: "6",
      taxCode: "3040401020000000000",
      search: `测试服务${turn}\u001ft-${turn}`,
      ...fields,
    })
    .returning();
  return sure(record);
}

/** Puts goods that hold these services straight into the database, off sale unless told otherwise. */
export async function putGoods(
  db: Db,
  serviceIds: readonly string[],
  fields: Partial<typeof goods.$inferInsert> = {},
) {
  const { id, turn } = next();
  const [record] = await db
    .insert(goods)
    .values({
      ...stamps,
      id,
      name: `测试商品${turn}`,
      nameOrder: `ce shi shang pin ${turn}`,
      code: `G-${turn}`,
      months: 12,
      originPriceFen: 20_000,
      priceFen: 18_000,
      search: `测试商品${turn}\u001fg-${turn}`,
      ...fields,
    })
    .returning();
  for (const [index, serviceId] of serviceIds.entries())
    await db.insert(goodsItems).values({ goodsId: id, serviceId, quantity: 1, position: index + 1 });
  return sure(record);
}

/** Puts a channel that no company uses straight into the database. */
export async function putChannel(db: Db, fields: Partial<typeof channelCodes.$inferInsert> = {}) {
  const { id, turn } = next();
  const [record] = await db
    .insert(channelCodes)
    .values({
      ...stamps,
      id,
      name: `测试渠道${turn}`,
      nameOrder: `ce shi qu dao ${turn}`,
      code: `TEST${String(turn).padStart(4, "0")}`,
      contact: "王渠道",
      phone: "13912345678",
      ratio: 5,
      search: `测试渠道${turn}\u001ftest${turn}`,
      ...fields,
    })
    .returning();
  return sure(record);
}

export const readService = async (db: Db, id: string) =>
  sure((await db.select().from(services).where(eq(services.id, id)))[0]);
export const readGoods = async (db: Db, id: string) =>
  sure((await db.select().from(goods).where(eq(goods.id, id)))[0]);
export const readChannel = async (db: Db, id: string) =>
  sure((await db.select().from(channelCodes).where(eq(channelCodes.id, id)))[0]);

function sure<T>(record: T | undefined): T {
  if (record === undefined) throw new Error("There is no such record");
  return record;
}
