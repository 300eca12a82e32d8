import { useState } from "react";
import { type GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { useConsole } from "../../console/useConsole.ts";
import { useAnswer } from "../../list/useAnswer.ts";
import { linesIn } from "./orderCount.ts";

type Goods = ReadonlyMap<string, GoodsRow>;

/** The one question under way: lines, discount and total of a form ask for the same goods at the same moment. */
const asked = new WeakMap<Client, { readonly key: string; readonly goods: Promise<Goods> }>();
const none: Goods = new Map();

/** The goods of a form's lines with their present prices; those known before stay until the answer is here. */
export function usePricedGoods(items: unknown): Goods {
  const { client } = useConsole();
  const ids = new Set(linesIn(items).map(({ goodsId }) => goodsId));
  const key = [...ids]
    .filter((id) => id !== "")
    .sort((a, b) => (a < b ? -1 : 1))
    .join();
  const { answer } = useAnswer(key === "" ? null : key, () => goodsOf(client, key));
  const [held, setHeld] = useState(none);
  if (answer.state === "here" && answer.data !== held) setHeld(answer.data);
  return held;
}

function goodsOf(client: Client, key: string): Promise<Goods> {
  const known = asked.get(client);
  if (known?.key === key) return known.goods;
  const goods = readGoods(client, key.split(",")).finally(() => asked.delete(client));
  asked.set(client, { key, goods });
  return goods;
}

async function readGoods(client: Client, ids: readonly string[]): Promise<Goods> {
  const body = { pageNo: 1, pageSize: ids.length, ids: [...ids] };
  const { list } = await client.call(goodsCalls.goodsPageList, { body });
  return new Map(list.map((goods) => [goods.id, goods]));
}
