import { eq } from "drizzle-orm";
import type { goodsCalls } from "../../../adapters/contract/goods.ts";
import { goodsStatusMachine } from "../../../machines/status/goods.ts";
import { type Handlers, RefusalError } from "../../call.ts";
import { goods } from "../../db/schema/goods.ts";
import { queryPage } from "../../list/queryPage.ts";
import { getGoods, lockGoods } from "./getGoods.ts";
import { goodsList } from "./goodsList.ts";
import { toGoodsRow, toGoodsRows } from "./goodsRow.ts";
import { goodsSave } from "./goodsSave.ts";

export const goodsHandlers: Handlers<typeof goodsCalls> = {
  goodsPageList: async ({ body }, call) => {
    const page = await queryPage(call, goodsList, body, (record) => record);
    return { ...page, list: await toGoodsRows(call.db, page.list) };
  },
  goodsDetails: async ({ params }, { db }) => toGoodsRow(db, await getGoods(db, params.id)),
  goodsSave,
  goodsDelete: async ({ params, query }, call) => {
    const { id, name, code, status, version } = await lockGoods(call.db, params.id, query.version);
    if (status !== "offSale")
      throw new RefusalError(`商品当前状态为「${goodsStatusMachine.label(status)}」，请先下架再删除`);
    await call.db
      .update(goods)
      .set({ deletedAt: call.now, version: version + 1 })
      .where(eq(goods.id, id));
    call.audit({ entityId: id, before: { name, code, status } });
    return { id, version: version + 1 };
  },
};
