import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { type ServiceRow, serviceRow } from "../../../adapters/contract/service.ts";
import type { Db } from "../../db/handle.ts";
import { goods, goodsItems } from "../../db/schema/goods.ts";
import { type ServiceRecord, services } from "../../db/schema/service.ts";
import { toWireRow } from "../../records/toWireRow.ts";

/** Services as lists and details show them, with the counts of children and goods. */
export async function toServiceRows(db: Db, records: readonly ServiceRecord[]): Promise<ServiceRow[]> {
  const ids = records.map(({ id }) => id);
  const names = await loadParentNames(db, records);
  const children = await loadChildCounts(db, ids);
  const goodsCountsById = await loadGoodsCounts(db, ids);
  return records.map((record) =>
    toWireRow(serviceRow, {
      ...record,
      parentName: names.get(record.parentId ?? "") ?? "",
      childCount: children.get(record.id) ?? 0,
      goodsCount: goodsCountsById.get(record.id)?.goodsCount ?? 0,
      onSaleCount: goodsCountsById.get(record.id)?.onSaleCount ?? 0,
    }),
  );
}

export async function toServiceRow(db: Db, record: ServiceRecord): Promise<ServiceRow> {
  const [row] = await toServiceRows(db, [record]);
  if (!row) throw new Error("One record makes one row");
  return row;
}

async function loadParentNames(db: Db, records: readonly ServiceRecord[]): Promise<Map<string, string>> {
  const ids = [...new Set(records.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))];
  if (ids.length === 0) return new Map();
  const parents = await db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(inArray(services.id, ids));
  return new Map(parents.map(({ id, name }) => [id, name]));
}

/** Counts the active children of each service. */
async function loadChildCounts(db: Db, ids: string[]): Promise<Map<string | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: services.parentId, children: count() })
    .from(services)
    .where(and(inArray(services.parentId, ids), isNull(services.deletedAt)))
    .groupBy(services.parentId);
  return new Map(rows.map(({ id, children }) => [id, children]));
}

interface GoodsCounts {
  readonly goodsCount: number;
  readonly onSaleCount: number;
}

/** Counts the active goods that contain each service, and those of them on sale. */
async function loadGoodsCounts(db: Db, ids: string[]): Promise<Map<string, GoodsCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: goodsItems.serviceId,
      goodsCount: count(),
      onSaleCount: sql<number>`count(*) filter (where ${goods.status} = 'onSale')`.mapWith(Number),
    })
    .from(goodsItems)
    .innerJoin(goods, eq(goods.id, goodsItems.goodsId))
    .where(and(inArray(goodsItems.serviceId, ids), isNull(goods.deletedAt)))
    .groupBy(goodsItems.serviceId);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
