import { readXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { statisticsExportCalls } from "../../../adapters/contract/statisticsExport.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { insertJanuary } from "./statisticsFixture.ts";

const ctx = await createTestPlatform();
await insertJanuary(ctx);
afterAll(() => ctx.close());

test("the file has time and distance as numbers in the units of the page, which its headings name", async () => {
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(statisticsExportCalls.statisticsExport, {}),
    headers: { ...(await ctx.loginAs("finance")), "x-export-id": "export-1" },
    payload: { granularity: "month", from: "2026-01-01", to: "2026-01-31" },
  });
  expect(response.statusCode).toBe(200);
  const [titles = [], ...rows] = (await readXlsx(response.rawPayload)).sheets[0]?.rows ?? [];
  const column = (title: string) => rows.map((row) => row[titles.indexOf(title)]);
  // 1,200 s and 2,469.134 m in January, and in the sums.
  expect(column("飞行时长（小时）")).toEqual([0.33, 0.33]);
  expect(column("飞行里程（km）")).toEqual([2.47, 2.47]);
  expect(column("里程说明").at(-1)).toBe("含 1 次里程不完整");
});
