/** @module-tag full */

import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "./listPageObject.ts";

/** The longest valid name, with Latin text that does not wrap. */
const longestText = "低空智能巡检与应急救援综合保障服务AERIAL-INSPECTION-AND-EMERGENCY-RESCUE套餐（旗舰版）";

const lists = [
  {
    noun: "发票",
    path: "/order/invoice",
    call: "/invoice/pageList",
    detailCall: "/invoice/detail/",
  },
  {
    noun: "服务",
    path: "/goods/serviceList",
    call: "/serviceInfo/pageList",
    detailCall: "/x/one/service/",
  },
  {
    noun: "商品",
    path: "/goods/goodsList",
    call: "/goodsInfo/pageList",
    detailCall: "/goodsInfo/details/",
  },
  {
    noun: "渠道",
    path: "/channel/channelList",
    call: "/channelCode/pageList",
    detailCall: "/x/one/channelCode/",
  },
];

const screenSizes = [
  { width: 390, height: 844, dark: true },
  { width: 1366, height: 768, dark: false },
];

const listResponse = z.looseObject({
  data: z.looseObject({ list: z.optional(z.array(z.looseObject({}))) }),
});

/** Mocks the longest texts in the first row of a list and in every record's detail. */
async function mockLongestValues(page: Page, { call, detailCall }: (typeof lists)[number]) {
  const lengthen = (record: object) => ({
    ...record,
    ...Object.fromEntries(
      ["name", "title", "companyName", "contact", "description"].flatMap((key) =>
        key in record ? [[key, longestText]] : [],
      ),
    ),
  });
  for (const url of [`**/wms/api${call}`, `**/wms/api${detailCall}*`])
    await page.route(url, async (route) => {
      const { data, ...rest } = listResponse.parse(await (await route.fetch()).json());
      const list = data.list?.map((record, index) => (index === 0 ? lengthen(record) : record));
      await route.fulfill({ json: { ...rest, data: list ? { ...data, list } : lengthen(data) } });
    });
}

describe.each(screenSizes)("the lists of goods and invoices at $width px", ({ dark, ...size }) => {
  test("have no layout errors in light and dark, with the longest names, in the detail, and empty", async ({
    openPageAs,
  }) => {
    const page = await openPageAs("admin", { ...size, dark });
    for (const list of lists) {
      const saveStep = (what: string) =>
        saveScreenshot(page, `${list.noun} ${what} ${size.width} ${dark ? "dark" : "light"}`);
      const findErrors = async (...parts: Locator[]) => [
        list.noun,
        ...(await findLayoutErrorsInBothSchemes(page, parts)),
      ];
      const screen = listPageObject(page, list);
      // A tree is not paged.
      const pager = list.noun === "服务" ? [] : [screen.pager];

      await mockLongestValues(page, list);
      await screen.open();
      const record = screen.rows.first().getByRole("button", { name: longestText, exact: true });
      await record.waitFor();
      expect(await findErrors(screen.form, screen.toolbar, ...pager)).toEqual([list.noun]);
      await expectAccessibleInBothSchemes(page);
      await saveStep("list");

      await record.click();
      const detail = page.getByRole("dialog", { name: longestText });
      await detail.getByRole("definition").filter({ hasText: longestText }).first().waitFor();
      expect(await findErrors(detail)).toEqual([list.noun]);
      await saveStep("detail");

      await screen.open(`keyword=${encodeURIComponent("没有这样的记录")}`);
      await screen.main.getByText(`没有符合条件的${list.noun}`).waitFor();
      expect(await findErrors(screen.form, screen.toolbar, ...pager)).toEqual([list.noun]);
      await saveStep("empty");
    }
  });
});
