import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type GoodsRecord, goods } from "../../db/schema/goods.ts";
import { conflict, found } from "../refusing.ts";
import { goodsRow } from "./goodsRow.ts";

const withId = (db: Db, id: string) =>
  db
    .select()
    .from(goods)
    .where(and(eq(goods.id, id), isNull(goods.deletedAt)));

/** The goods, or a refusal. */
export async function liveGoods(db: Db, id: string): Promise<GoodsRecord> {
  const [record] = await withId(db, id);
  return found(record, "商品");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockGoods(db: Db, id: string, version?: number): Promise<GoodsRecord> {
  const [record] = await withId(db, id).for("update");
  const one = found(record, "商品");
  if (version !== undefined && one.version !== version) throw conflict(await goodsRow(db, one));
  return one;
}
