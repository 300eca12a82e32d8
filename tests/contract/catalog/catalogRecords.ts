import { eq } from "drizzle-orm";
import type { Db } from "../../../server/db/handle.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { goods, goodsItems } from "../../../server/db/schema/goods.ts";
import { services } from "../../../server/db/schema/service.ts";
import { assertFound, createRecordNumbers } from "../fixtures/records.ts";

const fixedDate = new Date("2026-01-05T02:00:00.000Z");
const timestamps = { createdAt: fixedDate, updatedAt: fixedDate };
const nextRecord = createRecordNumbers("81");

/** Inserts a service, by default off the shelf. */
export async function insertService(db: Db, fields: Partial<typeof services.$inferInsert> = {}) {
  const { id, turn } = nextRecord();
  const [record] = await db
    .insert(services)
    .values({
      ...timestamps,
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
  return assertFound(record);
}

/** Inserts goods with these services, by default off sale. */
export async function insertGoods(
  db: Db,
  serviceIds: readonly string[],
  fields: Partial<typeof goods.$inferInsert> = {},
) {
  const { id, turn } = nextRecord();
  const [record] = await db
    .insert(goods)
    .values({
      ...timestamps,
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
  return assertFound(record);
}

/** Inserts a channel without companies. */
export async function insertChannel(db: Db, fields: Partial<typeof channelCodes.$inferInsert> = {}) {
  const { id, turn } = nextRecord();
  const [record] = await db
    .insert(channelCodes)
    .values({
      ...timestamps,
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
  return assertFound(record);
}

export const readService = async (db: Db, id: string) =>
  assertFound((await db.select().from(services).where(eq(services.id, id)))[0]);
export const readGoods = async (db: Db, id: string) =>
  assertFound((await db.select().from(goods).where(eq(goods.id, id)))[0]);
export const readChannel = async (db: Db, id: string) =>
  assertFound((await db.select().from(channelCodes).where(eq(channelCodes.id, id)))[0]);
