import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { test } from "../../browser/readingTest.ts";
import { openCompanies } from "../lists/companyPageObject.ts";
import { getSize } from "./shellPageObject.ts";

describe("a list, by the conventions of Chinese back offices", () => {
  test("collapses its filters to one row with labels on the left, and shows how many hidden ones are set", {
    tags: "full",
  }, async ({ page }) => {
    const screen = await openCompanies(page, "status=normal&type=enterprise&level=A");
    const fields = screen.form.locator("label");
    const box = async (part: ReturnType<typeof fields.first>) =>
      (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // As many filters as fit in the row, once its width is measured.
    await expect.poll(() => fields.allInnerTexts()).toEqual(["关键字", "状态", "到期"]);
    const keyword = await box(screen.form.getByRole("textbox", { name: "关键字" }));
    const label = await box(fields.first());
    expect(label.x + label.width).toBeLessThanOrEqual(keyword.x);
    expect(Math.abs(label.y + label.height / 2 - keyword.y - keyword.height / 2)).toBeLessThan(8);
    await screen.form.getByRole("button", { name: "展开（2）" }).click();
    await screen.form.getByRole("button", { name: "收起" }).waitFor();
    const inFirstRow = async () => {
      const tops = await fields.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().y)),
      );
      return tops.filter((top) => top === tops[0]);
    };
    await expect.poll(inFirstRow).toHaveLength(3);
    const buttons = await screen.form
      .locator("button[type=submit], button[type=submit] ~ button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
    expect(buttons).toEqual(["查询", "重置", "常用查询", "收起"]);

    await screen.form.getByRole("button", { name: "创建时间" }).click();
    const presets = ["今天", "昨天", "近7天", "近30天", "本月", "上月", "本年"];
    for (const name of presets) await page.getByRole("button", { name, exact: true }).waitFor();
    await page.getByRole("button", { name: "近7天", exact: true }).click();
    const day = (ago: number) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(Date.now() - ago * 86_400_000);
    const requestBody = await screen.captureRequestBody(() =>
      screen.form.getByRole("button", { name: "查询", exact: true }).click(),
    );
    expect(requestBody).toMatchObject({
      from: new Date(`${day(6)}T00:00:00.000+08:00`).toISOString(),
      to: new Date(`${day(0)}T23:59:59.999+08:00`).toISOString(),
    });
    await screen.form.getByRole("button", { name: "收起" }).click();
    await screen.form.getByRole("button", { name: "展开（3）" }).waitFor();
  });

  test("pins the name and actions columns while scrolling sideways, and the header while scrolling down", {
    tags: "full",
  }, async ({ page }) => {
    const screen = await openCompanies(page, "size=50");
    /** Positions of the table's parts, and whether each is on top at its centre. */
    const readLayout = () =>
      screen.table.evaluate((table) => {
        const box = (selector: string) => {
          const part = table.querySelector(selector);
          if (!part) throw new Error(`the table has no ${selector}`);
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return { left: Math.round(left), top: Math.round(top), onTop: part.contains(topmost) };
        };
        // A row that is visible at every scroll position.
        const row = "tbody tr[data-id]:nth-of-type(9)";
        return {
          nameHead: box('th[data-pinned="main"]'),
          actionsHead: box('th[data-pinned="right"]'),
          plainHead: box("th:not([data-pinned])"),
          name: box(`${row} [data-pinned="main"]`),
          actions: box(`${row} [data-pinned="right"]`),
          plain: box(`${row} td:not([data-pinned])`),
        };
      });
    const scroll = (left: number, top: number) =>
      screen.table.evaluate((table, to) => table.parentElement?.scrollTo({ ...to, behavior: "instant" }), {
        left,
        top,
      });
    const first = await readLayout();
    expect([first.name.onTop, first.actions.onTop]).toEqual([true, true]);

    await scroll(260, 0);
    const aside = await readLayout();
    expect([first.plain.left - aside.plain.left, first.plainHead.left - aside.plainHead.left]).toEqual([
      260, 260,
    ]);
    for (const part of ["name", "actions", "nameHead", "actionsHead"] as const)
      expect([part, aside[part]]).toEqual([part, first[part]]);

    await scroll(260, 120);
    const below = await readLayout();
    expect([aside.name.top - below.name.top, aside.plain.top - below.plain.top]).toEqual([120, 120]);
    expect([below.name.left, below.actions.left]).toEqual([first.name.left, first.actions.left]);
    for (const part of ["nameHead", "actionsHead"] as const)
      expect([part, below[part]]).toEqual([part, first[part]]);
    expect(below.plainHead.top).toBe(first.plainHead.top);
  });

  test("aligns text left, numbers right and status tags in the centre, has at most three actions per row, and opens a record in a drawer of 640 to 720 px", {
    tags: "full",
  }, async ({ page }) => {
    const screen = await openCompanies(page);
    const titles = (await screen.table.locator("thead th").allInnerTexts()).map((text) => text.trim());
    const column = async (title: string) => {
      const place = titles.indexOf(title) + 1;
      const cells = screen.table.locator(`tr > :nth-child(${place})`);
      const align = await cells.evaluateAll((all) => [
        ...new Set(all.map((cell) => getComputedStyle(cell).textAlign)),
      ]);
      return { align, texts: (await cells.allInnerTexts()).slice(1).map((text) => text.trim()) };
    };
    expect((await column("企业名称")).align).toEqual(["left"]);
    expect((await column("创建时间")).align).toEqual(["left"]);
    expect((await column("状态")).align).toEqual(["center"]);
    expect((await column("用户数")).align).toEqual(["right"]);
    const amounts = await column("实收金额");
    expect(amounts.align).toEqual(["right"]);
    expect(amounts.texts.filter((text) => !/^¥\d{1,3}(,\d{3})*\.\d{2}$/.test(text))).toEqual([]);
    expect((await column("冻结原因")).texts).toContain("-");

    const actionsByRow = await screen.rows.evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td:last-child button")].map((one) => one.textContent)),
    );
    for (const row of actionsByRow) {
      expect(row.length).toBeLessThanOrEqual(3);
      expect(row.at(-1)).toBe("更多");
    }
    await screen.rows
      .first()
      .getByRole("button", { name: /^更多操作/ })
      .click();
    await page.getByRole("menuitem").first().waitFor();
    const menuItems = await page.getByRole("menuitem").allInnerTexts();
    expect(menuItems.indexOf("冻结")).toBe(menuItems.length - 1);
    await closePopup(page, page.getByRole("menu"));

    await screen.openDetail(screen.rows.nth(1));
    await screen.drawer.getByRole("term").first().waitFor();
    const { width } = await getSize(screen.drawer);
    expect(width).toBeGreaterThanOrEqual(640);
    expect(width).toBeLessThanOrEqual(720);
    const getName = (row: number) => screen.rows.nth(row).locator("td button").first().innerText();
    const [before, between, after] = [await getName(0), await getName(1), await getName(2)];
    await screen.drawer.getByRole("button", { name: "下一条" }).click();
    await page.getByRole("dialog", { name: after, exact: true }).waitFor();
    await screen.drawer.getByRole("button", { name: "上一条" }).click();
    await page.getByRole("dialog", { name: between, exact: true }).waitFor();
    await screen.drawer.getByRole("button", { name: "上一条" }).click();
    await page.getByRole("dialog", { name: before, exact: true }).waitFor();
  });
});
