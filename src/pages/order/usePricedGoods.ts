import { useState } from "react";
import { type GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { parseLines } from "./estimateOrder.ts";

type GoodsById = ReadonlyMap<string, GoodsRow>;

/** The one question under way: lines, discount and total of a form ask for the same goods at the same moment. */
const pendingRequests = new WeakMap<Client, { readonly key: string; readonly goods: Promise<GoodsById> }>();
const noGoods: GoodsById = new Map();

/** The goods of a form's lines with their present prices; those known before stay until the answer is here. */
export function usePricedGoods(items: unknown): GoodsById {
  const { client } = usePageApi();
  const ids = new Set(parseLines(items).map(({ goodsId }) => goodsId));
  const key = [...ids]
    .filter((id) => id !== "")
    .sort((a, b) => (a < b ? -1 : 1))
    .join();
  const { result } = useQuery(key === "" ? null : key, () => loadGoods(client, key));
  const [cachedGoods, setCachedGoods] = useState(noGoods);
  if (result.state === "success" && result.data !== cachedGoods) setCachedGoods(result.data);
  return cachedGoods;
}

function loadGoods(client: Client, key: string): Promise<GoodsById> {
  const pending = pendingRequests.get(client);
  if (pending?.key === key) return pending.goods;
  const goods = fetchGoods(client, key.split(",")).finally(() => pendingRequests.delete(client));
  pendingRequests.set(client, { key, goods });
  return goods;
}

async function fetchGoods(client: Client, ids: readonly string[]): Promise<GoodsById> {
  const body = { pageNo: 1, pageSize: ids.length, ids: [...ids] };
  const { list } = await client.call(goodsCalls.goodsPageList, { body });
  return new Map(list.map((goods) => [goods.id, goods]));
}
