import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type GoodsRecord, goods } from "../../db/schema/goods.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toGoodsRow } from "./goodsRow.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(goods)
    .where(and(eq(goods.id, id), isNull(goods.deletedAt)));

/** The goods, or a refusal. */
export async function getGoods(db: Db, id: string): Promise<GoodsRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "商品");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockGoods(db: Db, id: string, version?: number): Promise<GoodsRecord> {
  const [record] = await selectActive(db, id).for("update");
  const goodsRecord = requireRecord(record, "商品");
  if (version !== undefined && goodsRecord.version !== version)
    throw versionConflict(await toGoodsRow(db, goodsRecord));
  return goodsRecord;
}
