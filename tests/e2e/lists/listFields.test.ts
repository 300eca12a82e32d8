/** @module-tag full */

import { describe, expect } from "vitest";
import { countMatches } from "./countMatches.ts";
import { firstPage } from "./listPageObject.ts";
import { companyList, lists } from "./lists.ts";
import { test } from "./listTest.ts";

// What differs between lists; `listQuery` and `listPaging` test the rest on the companies.
describe.each(lists.filter((list) => list !== companyList))("$name", (list) => {
  test.override("list", list);

  test("searches, sorts and pages by its own fields", async ({ page, screen }) => {
    const { field, title } = list.sort;
    await expect.poll(screen.getColumnTitles).toEqual(list.columns);
    const keyword = screen.form.getByLabel("关键字");
    await keyword.fill(list.keyword.text);
    expect(await screen.captureRequestBody(() => keyword.press("Enter"))).toEqual({
      ...firstPage(list),
      keyword: list.keyword.text,
    });
    await screen.main.getByText(`共 ${list.keyword.matches} 条`).waitFor();
    await expect.poll(() => screen.rows.count()).toBe(list.keyword.matches);

    const { label, option, params } = list.choice;
    const matches = await countMatches(page, list);
    await keyword.fill("");
    const choice = screen.form.getByRole("combobox", { name: label, exact: true });
    if ((await choice.count()) === 0) await screen.form.getByRole("button", { name: "展开" }).click();
    await choice.click();
    await page.getByRole("option", { name: option }).click();
    const search = screen.form.getByRole("button", { name: "查询", exact: true });
    expect(await screen.captureRequestBody(() => search.click())).toEqual({ ...firstPage(list), ...params });
    await screen.main.getByText(`共 ${matches} 条`).waitFor();

    await screen.navigate("size=10");
    const first = await screen.getVisibleIds();
    const sort = screen.table.getByRole("columnheader", { name: title }).getByRole("button");
    const body = firstPage(list, 10);
    expect(await screen.captureRequestBody(() => sort.click())).toEqual({
      ...body,
      sort: { field, order: "desc" },
    });
    const down = await screen.getVisibleIds();
    expect(await screen.captureRequestBody(() => sort.click())).toEqual({
      ...body,
      sort: { field, order: "asc" },
    });
    expect(await screen.getVisibleIds()).not.toEqual(down);
    expect(await screen.captureRequestBody(() => sort.click())).toEqual(body);

    // A tree is loaded as one page.
    if (!list.tree) {
      const next = screen.pager.getByRole("button", { name: "下一页" });
      const second = await screen.captureResponseIds(() => next.click());
      expect(second.filter((id) => first.includes(id))).toEqual([]);
      const pages = Math.ceil(list.total / 10);
      if (pages > 2) await screen.navigate(`size=10&page=${pages}`);
      await expect.poll(() => screen.rows.count()).toBe(list.total - (pages - 1) * 10);
    }

    const { createLink } = list;
    if (!createLink) return;
    await screen.removeRecords();
    await screen.navigate("size=20");
    const link = screen.table.locator("..").getByRole("link", { name: createLink.label, exact: true });
    expect(await link.getAttribute("href")).toBe(createLink.path);
  });
});
