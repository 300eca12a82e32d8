import { useState } from "react";
import { type GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { parseLines } from "./estimateOrder.ts";

type GoodsById = ReadonlyMap<string, GoodsRow>;

/** The page's pending request: lines, discount and total need the same goods at the same time. */
interface PendingRequest {
  current: { readonly key: string; readonly goods: Promise<GoodsById> } | null;
}
const noGoods: GoodsById = new Map();

/** The goods of the form's lines with current prices; keeps the previous ones while loading. */
export function usePricedGoods(items: unknown): GoodsById {
  const { client } = usePageApi();
  const pending = usePageScope().value("pricedGoods", (): PendingRequest => ({ current: null }));
  const ids = new Set(parseLines(items).map(({ goodsId }) => goodsId));
  const key = [...ids]
    .filter((id) => id !== "")
    .sort((a, b) => (a < b ? -1 : 1))
    .join();
  const { result } = useQuery(key === "" ? null : key, () => loadGoods(client, pending, key));
  const [cachedGoods, setCachedGoods] = useState(noGoods);
  if (result.state === "success" && result.data !== cachedGoods) setCachedGoods(result.data);
  return cachedGoods;
}

function loadGoods(client: Client, pending: PendingRequest, key: string): Promise<GoodsById> {
  if (pending.current?.key === key) return pending.current.goods;
  const goods = fetchGoods(client, key.split(",")).finally(() => {
    pending.current = null;
  });
  pending.current = { key, goods };
  return goods;
}

async function fetchGoods(client: Client, ids: readonly string[]): Promise<GoodsById> {
  const body = { pageNo: 1, pageSize: ids.length, ids: [...ids] };
  const { list } = await client.call(goodsCalls.goodsPageList, { body });
  return new Map(list.map((goods) => [goods.id, goods]));
}
