import { type GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import type { Choice, ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";

const toChoice = ({ id, name, priceFen, months }: GoodsRow): Choice => ({
  value: id,
  label: `${name}（${formatMoney(priceFen)} / ${months} 个月）`,
});

/** Goods on sale by name or code, with their price; one that an order holds already is named whatever became of it. */
export const goodsChoices: ChoiceSource = {
  placeholder: "输入商品名称搜索",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = {
      pageNo: 1,
      pageSize: 20,
      status: "onSale" as const,
      ...(keyword ? { keyword } : {}),
    };
    const page = await client.call(goodsCalls.goodsPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: Math.max(1, ids.length), ids: [...ids] };
    const page = await client.call(goodsCalls.goodsPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
};
