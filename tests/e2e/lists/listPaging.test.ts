import { describe, expect } from "vitest";
import { test } from "../../browser/consoleTest.ts";
import { firstPage, listScreen } from "./listScreen.ts";
import { lists } from "./lists.ts";

/** Whole fen of `¥1,234.50`. */
const fenOf = (text: string | null) => Number((text ?? "").replace(/\D/g, ""));

/** The amounts on the screen, in fen, by the column's title and the places of the rows; all of them without. */
async function amountsOf({ titles, rows }: ReturnType<typeof listScreen>) {
  const names = await titles();
  // The first cell holds the box.
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent)),
  );
  return {
    amounts: (column: string, places = [...cells.keys()]) =>
      places.map((place) => fenOf(cells[place]?.[names.indexOf(column)] ?? null)),
  };
}

describe.each(lists.filter(({ tree }) => !tree))("$name", (list) => {
  test.override("account", list.account);
  const pages = Math.ceil(list.total / 10);

  test("turns its pages, jumps, and steps back from beyond the end", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open("size=10");
    const first = await screen.shown();
    expect(first).toHaveLength(10);

    const asked = await screen.asked(() => screen.pager.getByRole("button", { name: "下一页" }).click());
    expect(asked).toEqual({ pageNo: 2, pageSize: 10 });
    expect(new URL(page.url()).searchParams.get("page")).toBe("2");
    const second = await screen.shown();
    expect(second.filter((id) => first.includes(id))).toEqual([]);

    const jump = screen.pager.getByLabel("前往第几页");
    await jump.fill("1");
    expect(await screen.brought(() => jump.press("Enter"))).toEqual(first);
    await jump.fill("9999");
    expect(await screen.asked(() => jump.press("Enter"))).toEqual({ pageNo: pages, pageSize: 10 });

    const answers = [pages + 3, pages].map((pageNo) =>
      page.waitForResponse(
        (one) => screen.isCall(one.url()) && one.request().postDataJSON()["pageNo"] === pageNo,
      ),
    );
    await screen.open(`size=10&page=${pages + 3}`);
    await Promise.all(answers);
    await page.waitForURL((url) => url.searchParams.get("page") === String(pages));
    await screen.rows.first().waitFor();
    expect(await screen.rows.count()).toBe(list.total - (pages - 1) * 10);
  });

  test("keeps the size that was chosen for the next visit", async ({ page, context }) => {
    const screen = listScreen(page, list);
    await screen.open();
    await screen.pager.getByRole("combobox", { name: "每页条数" }).click();
    const kept = page.waitForResponse(
      (one) => one.request().method() === "PUT" && one.url().endsWith(`/x/me/${list.memory}`),
    );
    const ten = page.getByRole("option", { name: "10 条/页" });
    expect(await screen.asked(() => ten.click())).toEqual({ pageNo: 1, pageSize: 10 });
    await kept;

    const later = await context.newPage();
    const again = listScreen(later, list);
    const [request] = await Promise.all([
      later.waitForRequest((one) => again.isCall(one.url()) && one.postDataJSON()["pageSize"] === 10),
      again.open(),
    ]);
    expect(request.postDataJSON()).toEqual({ pageNo: 1, pageSize: 10 });
    await later.waitForFunction(
      (count) => document.querySelectorAll("tbody tr[data-id]").length === count,
      10,
    );
  });
});

describe.each(lists)("$name", (list) => {
  test.override("account", list.account);

  test("sorts by a column downwards, upwards and no more, on the first page each time", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open("size=10&page=2");
    const column = screen.table.getByRole("columnheader", { name: list.sort.title });
    const sort = column.getByRole("button");
    const body = firstPage(list, 10);
    const { field } = list.sort;
    expect(await screen.asked(() => sort.click())).toEqual({ ...body, sort: { field, order: "desc" } });
    expect(await column.getAttribute("aria-sort")).toBe("descending");
    expect(new URL(page.url()).searchParams.get("sort")).toBe(`${field}.desc`);
    const down = await screen.shown();
    expect(await screen.asked(() => sort.click())).toEqual({ ...body, sort: { field, order: "asc" } });
    expect(await column.getAttribute("aria-sort")).toBe("ascending");
    expect(await screen.shown()).not.toEqual(down);
    expect(await screen.asked(() => sort.click())).toEqual(body);
    expect(await column.getAttribute("aria-sort")).toBe("none");
  });
});

describe.each(lists.filter(({ selectable }) => selectable))("$name", (list) => {
  test.override("account", list.account);

  test("keeps a selection over its pages, and drops it with other conditions", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open("size=10");
    const batch = screen.toolbar.getByRole("button", { name: "批量冻结" });
    const freezes = list.offers[list.account]?.toolbar.includes("批量冻结") ?? false;
    if (freezes) expect(await batch.isDisabled()).toBe(true);
    await screen.rows.nth(0).getByRole("checkbox").check();
    await screen.rows.nth(2).getByRole("checkbox").check();
    await screen.toolbar.getByText("已选 2 条").waitFor();
    const first = await amountsOf(screen);

    await screen.answered(() => screen.pager.getByRole("button", { name: "第 2 页" }).click());
    const wholePage = screen.table.getByRole("checkbox", { name: "选择本页" });
    expect(await wholePage.isChecked()).toBe(false);
    await wholePage.check();
    await screen.toolbar.getByText("已选 12 条").waitFor();
    for (const column of list.adds ?? []) {
      const fen = [...first.amounts(column, [0, 2]), ...(await amountsOf(screen)).amounts(column)];
      const said = await screen.toolbar.getByText(new RegExp(`^${column} ¥`)).textContent();
      expect(fenOf(said)).toBe(fen.reduce((sum, one) => sum + one, 0));
    }
    if (freezes) {
      await batch.click();
      await screen.drawer.getByText(/^将冻结 12 /).waitFor();
      await screen.drawer.getByRole("button", { name: "取消" }).click();
    }

    await screen.answered(() => screen.pager.getByRole("button", { name: "第 1 页" }).click());
    const checked = screen.rows.getByRole("checkbox", { checked: true });
    expect(await checked.count()).toBe(2);
    await screen.rows.nth(2).getByRole("checkbox").uncheck();
    await screen.toolbar.getByText("已选 11 条").waitFor();
    await screen.form.getByLabel("关键字").fill(list.keyword.text);
    await screen.answered(() => screen.form.getByLabel("关键字").press("Enter"));
    expect(await screen.toolbar.getByText(/已选/).count()).toBe(0);
  });
});
