import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { type ListSpec, toServerPath } from "./listSpec.ts";

const listResponse = z.object({
  data: z.object({ list: z.array(z.record(z.string(), z.unknown())), total: z.number() }),
});
const storedUserSchema = z.object({ uToken: z.string() });
const pageSize = 200;

/** Number of records that match `choice`. Counts all records if the number depends on the date of the demo data. */
export async function countMatches(
  page: Page,
  { call, choice }: Pick<ListSpec, "call" | "choice">,
): Promise<number> {
  if (choice.matches !== undefined) return choice.matches;
  const [token, user] = await page.evaluate(() => ["token", "user"].map((key) => localStorage.getItem(key)));
  const headers = {
    authorization: token ?? "",
    "u-token": storedUserSchema.parse(JSON.parse(user ?? "")).uToken,
  };
  const url = new URL(toServerPath(call), page.url()).href;
  const expectedFields = Object.entries(choice.params);
  let count = 0;
  for (let pageNo = 1, hasMore = true; hasMore; pageNo += 1) {
    const response = await page.context().request.post(url, { headers, data: { pageNo, pageSize } });
    const { list, total } = listResponse.parse(await response.json()).data;
    count += list.filter((row) => expectedFields.every(([key, value]) => row[key] === value)).length;
    hasMore = pageNo * pageSize < total;
  }
  if (count === 0) throw new Error(`No record of ${url} matches the filter, so the test would prove nothing`);
  return count;
}
