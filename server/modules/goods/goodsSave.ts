import { eq } from "drizzle-orm";
import type { goodsCalls } from "../../../adapters/contract/goods.ts";
import { goodsStatusMachine } from "../../../machines/status/goods.ts";
import { type Call, type Handler, type InputOf, Refusal } from "../../call.ts";
import { type GoodsRecord, goods } from "../../db/schema/goods.ts";
import { Invalid } from "../../http/invalid.ts";
import { changes } from "../changes.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { keptUpload } from "../upload/keptUpload.ts";
import { holdServices, type PickedItem, replaceItems } from "./goodsItemsSave.ts";
import { itemsOf } from "./goodsRow.ts";
import { lockGoods } from "./liveGoods.ts";

type Save = typeof goodsCalls.goodsSave;
type Fields = Omit<InputOf<Save>["body"], "id" | "version" | "requestId">;

const duplicates = { goods_code_key: "商品编码已存在，请更换编码" };

/** Adds goods, edits them, puts them on sale or takes them off. */
export const goodsSave: Handler<Save> = ({ body }, call) => {
  const { id, version, requestId, ...fields } = body;
  return id === undefined ? create(fields, call) : update(id, version, fields, call);
};

async function create({ items = [], ...sent }: Fields, call: Call) {
  const { db, now } = call;
  const id = call.newId();
  const stamps = { id, createdAt: now, updatedAt: now };
  const fields = given(sent) as New;
  refuseRaisedPrice(fields, sent);
  if (sent.cover) await keptUpload(db, "picture", sent.cover, "封面图片");
  await holdServices(db, items, sent.status === "onSale");
  await refusingDuplicates(duplicates, () =>
    db.insert(goods).values({ ...fields, ...derived(fields), ...stamps }),
  );
  await replaceItems(db, id, items);
  call.audit({ entityId: id, after: { ...fields, items } });
  return { id, version: 1 };
}

async function update(
  id: string,
  version: number | undefined,
  { items, status, ...sent }: Fields,
  call: Call,
) {
  const { db, now } = call;
  const record = await lockGoods(db, id, version);
  const held = picks((await itemsOf(db, [id])).get(id) ?? []);
  const edit = { ...given(sent), ...moved(record, status, items === undefined && isEmpty(sent)) };
  const next = { ...record, ...edit };
  refuseRaisedPrice(next, sent);
  if (sent.cover && sent.cover !== record.cover) await keptUpload(db, "picture", sent.cover, "封面图片");
  const isPutOnSale = next.status === "onSale" && record.status !== "onSale";
  if (items !== undefined || isPutOnSale) await holdServices(db, items ?? held, next.status === "onSale");
  const stamps = { version: record.version + 1, updatedAt: now };
  await refusingDuplicates(duplicates, () =>
    db
      .update(goods)
      .set({ ...edit, ...derived(next), ...stamps })
      .where(eq(goods.id, id)),
  );
  if (items !== undefined) await replaceItems(db, id, items);
  const { before, after } = changes(record, edit);
  const refilled = items !== undefined && JSON.stringify(items) !== JSON.stringify(held);
  call.audit({
    entityId: id,
    before: { ...before, ...(refilled ? { items: held } : {}) },
    after: { ...after, ...(refilled ? { items } : {}) },
  });
  return { id, version: stamps.version };
}

/** Seam: the contract has seen to it that new goods have all of these. */
type New = Pick<GoodsRecord, "name" | "code" | "months" | "originPriceFen" | "priceFen"> &
  Partial<GoodsRecord>;

/** Only what was sent. */
const given = (sent: object): Partial<GoodsRecord> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
const isEmpty = (sent: object) => Object.keys(given(sent)).length === 0;

const picks = (items: readonly PickedItem[]) =>
  items.map(({ serviceId, quantity }): PickedItem => ({ serviceId, quantity }));

const derived = ({ name, code }: Pick<GoodsRecord, "name" | "code">) => ({
  nameOrder: pinyinOrder(name),
  search: searchText(name, code),
});

/** Where a status that was sent leads; one that changes nothing is refused if it is all that was asked. */
function moved(record: GoodsRecord, to: GoodsRecord["status"] | undefined, isAll: boolean) {
  if (to === undefined || (to === record.status && !isAll)) return {};
  const status = goodsStatusMachine.next(record.status, to === "onSale" ? "upShelf" : "soldOut");
  if (status === null)
    throw new Refusal(`商品当前状态为「${goodsStatusMachine.label(record.status)}」，无需重复操作`);
  return { status };
}

function refuseRaisedPrice(next: Pick<GoodsRecord, "priceFen" | "originPriceFen">, sent: Fields): void {
  if (next.priceFen <= next.originPriceFen) return;
  const path = sent.priceFen === undefined ? "originPriceFen" : "priceFen";
  throw new Invalid([{ path, message: "售价不能高于原价" }]);
}
