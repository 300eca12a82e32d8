import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { type ListUnderTest, pathOf } from "./listUnderTest.ts";

const answer = z.object({
  data: z.object({ list: z.array(z.record(z.string(), z.unknown())), total: z.number() }),
});
const stored = z.object({ uToken: z.string() });
const pageSize = 200;

/** How many records the list's chosen condition finds; counted among all of them where only the day tells. */
export async function findsOf(
  page: Page,
  { call, choice }: Pick<ListUnderTest, "call" | "choice">,
): Promise<number> {
  if (choice.finds !== undefined) return choice.finds;
  const [token, user] = await page.evaluate(() => ["token", "user"].map((key) => localStorage.getItem(key)));
  const headers = { authorization: token ?? "", "u-token": stored.parse(JSON.parse(user ?? "")).uToken };
  const url = new URL(pathOf(call), page.url()).href;
  const wanted = Object.entries(choice.wire);
  let count = 0;
  for (let pageNo = 1, left = true; left; pageNo += 1) {
    const said = await page.context().request.post(url, { headers, data: { pageNo, pageSize } });
    const { list, total } = answer.parse(await said.json()).data;
    count += list.filter((row) => wanted.every(([key, value]) => row[key] === value)).length;
    left = pageNo * pageSize < total;
  }
  if (count === 0)
    throw new Error(`Nothing among ${url} is as the condition wants it: the test would show nothing`);
  return count;
}
