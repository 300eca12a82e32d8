import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "./listPageObject.ts";

/** As long as a name may be, with letters that do not break. */
const longestText = "低空智能巡检与应急救援综合保障服务AERIAL-INSPECTION-AND-EMERGENCY-RESCUE套餐（旗舰版）";

const lists = [
  {
    noun: "发票",
    path: "/order/invoice",
    call: "/invoice/pageList",
    one: "/invoice/detail/",
  },
  {
    noun: "服务",
    path: "/goods/serviceList",
    call: "/serviceInfo/pageList",
    one: "/x/one/service/",
  },
  {
    noun: "商品",
    path: "/goods/goodsList",
    call: "/goodsInfo/pageList",
    one: "/goodsInfo/details/",
  },
  {
    noun: "渠道",
    path: "/channel/channelList",
    call: "/channelCode/pageList",
    one: "/x/one/channelCode/",
  },
];

const screenSizes = [
  { width: 390, height: 844, dark: true },
  { width: 1366, height: 768, dark: false },
  { width: 3840, height: 2160, dark: false },
];

const listResponse = z.looseObject({
  data: z.looseObject({ list: z.optional(z.array(z.looseObject({}))) }),
});

/** Gives the first record of a list, and every record that is read alone, the longest texts that it could hold. */
async function mockLongestValues(page: Page, { call, one }: (typeof lists)[number]) {
  const long = (record: object) => ({
    ...record,
    ...Object.fromEntries(
      ["name", "title", "companyName", "contact", "description"].flatMap((key) =>
        key in record ? [[key, longestText]] : [],
      ),
    ),
  });
  for (const url of [`**/wms/api${call}`, `**/wms/api${one}*`])
    await page.route(url, async (route) => {
      const { data, ...rest } = listResponse.parse(await (await route.fetch()).json());
      const list = data.list?.map((record, index) => (index === 0 ? long(record) : record));
      await route.fulfill({ json: { ...rest, data: list ? { ...data, list } : long(data) } });
    });
}

describe.each(screenSizes)("the lists of goods and invoices at $width px", ({ dark, ...size }) => {
  test("have nothing cut off or over another in light and dark, with the longest names, in a record, with no row", async ({
    openPageAs,
  }) => {
    const page = await openPageAs("admin", { ...size, dark });
    for (const list of lists) {
      const keep = (what: string) =>
        saveScreenshot(page, `${list.noun} ${what} ${size.width} ${dark ? "dark" : "light"}`);
      const faults = async (...parts: Locator[]) => [
        list.noun,
        ...(await findLayoutErrorsInBothSchemes(page, parts)),
      ];
      const screen = listPageObject(page, list);
      // A tree is shown whole: it has no pages to turn.
      const pager = list.noun === "服务" ? [] : [screen.pager];

      await mockLongestValues(page, list);
      await screen.open();
      const record = screen.rows.first().getByRole("button", { name: longestText, exact: true });
      await record.waitFor();
      expect(await faults(screen.form, screen.toolbar, ...pager)).toEqual([list.noun]);
      await expectAccessibleInBothSchemes(page);
      await keep("list");

      await record.click();
      const detail = page.getByRole("dialog", { name: longestText });
      await detail.getByRole("definition").filter({ hasText: longestText }).first().waitFor();
      expect(await faults(detail)).toEqual([list.noun]);
      await keep("detail");

      await screen.open(`keyword=${encodeURIComponent("没有这样的记录")}`);
      await screen.main.getByText(`没有符合条件的${list.noun}`).waitFor();
      expect(await faults(screen.form, screen.toolbar, ...pager)).toEqual([list.noun]);
      await keep("empty");
    }
  });
});
