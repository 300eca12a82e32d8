import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { companyPageObject } from "./companyPageObject.ts";
import { firstPage, listPageObject } from "./listPageObject.ts";
import { companyList as list } from "./lists.ts";
import { test } from "./listTest.ts";
import { orderList } from "./orderList.ts";

/** The height of the first row, px. */
const getRowHeight = async ({ rows }: ReturnType<typeof listPageObject>) =>
  (await rows.first().boundingBox())?.height ?? 0;

/** Parses `¥1,234.50` to fen. */
const parseFen = (text: string | null) => Number((text ?? "").replace(/\D/g, ""));

/** Reads the table; `amounts` returns a column's amounts in fen, of all rows or of those at `places`. */
async function readAmounts({ getColumnTitles, rows }: ReturnType<typeof listPageObject>) {
  const names = await getColumnTitles();
  // The first cell has the checkbox.
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent)),
  );
  return {
    amounts: (column: string, places = [...cells.keys()]) =>
      places.map((place) => parseFen(cells[place]?.[names.indexOf(column)] ?? null)),
  };
}

const hidableColumn = "联系人";

// One without and one with sums of what is selected.
describe.each([list, orderList])("$name", (one) => {
  test.override("list", one);

  test("retains a selection across pages, and clears it when the filters change", { tags: "full" }, async ({
    screen,
  }) => {
    await screen.navigate("size=10");
    const batch = screen.toolbar.getByRole("button", { name: "批量冻结" });
    const canFreeze = one.actionsByRole[one.account]?.toolbar.includes("批量冻结") ?? false;
    if (canFreeze) expect(await batch.isDisabled()).toBe(true);
    await screen.rows.nth(0).getByRole("checkbox").check();
    await screen.rows.nth(2).getByRole("checkbox").check();
    await screen.toolbar.getByText("已选 2 条").waitFor();
    const first = await readAmounts(screen);

    await screen.waitForResponse(() => screen.pager.getByRole("button", { name: "第 2 页" }).click());
    const wholePage = screen.table.getByRole("checkbox", { name: "选择本页" });
    expect(await wholePage.isChecked()).toBe(false);
    await wholePage.check();
    await screen.toolbar.getByText("已选 12 条").waitFor();
    for (const column of one.sumColumns ?? []) {
      const fen = [...first.amounts(column, [0, 2]), ...(await readAmounts(screen)).amounts(column)];
      const sumText = await screen.toolbar.getByText(new RegExp(`^${column} ¥`)).textContent();
      expect(parseFen(sumText)).toBe(fen.reduce((sum, amount) => sum + amount, 0));
    }
    if (canFreeze) {
      await batch.click();
      await screen.drawer.getByText(/^将冻结 12 /).waitFor();
      await screen.drawer.getByRole("button", { name: "取消" }).click();
    }

    await screen.waitForResponse(() => screen.pager.getByRole("button", { name: "第 1 页" }).click());
    const checked = screen.rows.getByRole("checkbox", { checked: true });
    await expect.poll(() => checked.count()).toBe(2);
    await screen.rows.nth(2).getByRole("checkbox").uncheck();
    await screen.toolbar.getByText("已选 11 条").waitFor();
    await screen.form.getByLabel("关键字").fill(one.keyword.text);
    await screen.waitForResponse(() => screen.form.getByLabel("关键字").press("Enter"));
    await expect.poll(() => screen.toolbar.getByText(/已选/).count()).toBe(0);
  });
});

// The list engine is the same for all lists; what differs is tested in listFields.test.ts.
describe("a list", () => {
  const pages = Math.ceil(list.total / 10);

  test("pages forward, jumps to a page, and corrects a page beyond the end", { tags: "full" }, async ({
    page,
    screen,
  }) => {
    await screen.navigate("size=10");
    const first = await screen.getVisibleIds();
    expect(first).toHaveLength(10);

    const requestBody = await screen.captureRequestBody(() =>
      screen.pager.getByRole("button", { name: "下一页" }).click(),
    );
    expect(requestBody).toEqual({ pageNo: 2, pageSize: 10 });
    expect(new URL(page.url()).searchParams.get("page")).toBe("2");
    const second = await screen.getVisibleIds();
    expect(second.filter((id) => first.includes(id))).toEqual([]);

    const jump = screen.pager.getByLabel("前往第几页");
    await jump.fill("1");
    expect(await screen.captureResponseIds(() => jump.press("Enter"))).toEqual(first);
    await jump.fill("9999");
    expect(await screen.captureRequestBody(() => jump.press("Enter"))).toEqual({
      pageNo: pages,
      pageSize: 10,
    });

    const answers = [pages + 3, pages].map((pageNo) =>
      page.waitForResponse(
        (one) => screen.isCall(one.url()) && one.request().postDataJSON()["pageNo"] === pageNo,
      ),
    );
    await screen.open(`size=10&page=${pages + 3}`);
    await Promise.all(answers);
    await page.waitForURL((url) => url.searchParams.get("page") === String(pages));
    await screen.waitForIdle();
    await expect.poll(() => screen.rows.count()).toBe(list.total - (pages - 1) * 10);
  });

  test("sorts by a column descending, ascending and not at all, from the first page each time", async ({
    page,
    screen,
  }) => {
    await screen.navigate("size=10&page=2");
    const column = screen.table.getByRole("columnheader", { name: list.sort.title });
    const sort = column.getByRole("button");
    const body = firstPage(list, 10);
    const { field } = list.sort;
    expect(await screen.captureRequestBody(() => sort.click())).toEqual({
      ...body,
      sort: { field, order: "desc" },
    });
    await expect.poll(() => column.getAttribute("aria-sort")).toBe("descending");
    expect(new URL(page.url()).searchParams.get("sort")).toBe(`${field}.desc`);
    const down = await screen.getVisibleIds();
    expect(await screen.captureRequestBody(() => sort.click())).toEqual({
      ...body,
      sort: { field, order: "asc" },
    });
    await expect.poll(() => column.getAttribute("aria-sort")).toBe("ascending");
    expect(await screen.getVisibleIds()).not.toEqual(down);
    expect(await screen.captureRequestBody(() => sort.click())).toEqual(body);
    await expect.poll(() => column.getAttribute("aria-sort")).toBe("none");
  });

  test("restores its state after a reload, by Back and Forward, and from a copied link to a record", async ({
    page,
    context,
    screen,
  }) => {
    const { params, label, option } = list.choice;
    const { field } = list.sort;
    const search = new URLSearchParams({ ...params, sort: `${field}.asc`, size: "10" }).toString();
    const body = { ...firstPage(list, 10), sort: { field, order: "asc" }, ...params };
    const readRows = async (target = screen) => {
      await target.chips.getByText(`${label}：${option}`).waitFor();
      await target.waitForIdle();
      return target.getVisibleIds();
    };
    await screen.navigate(search);
    const rows = await readRows();
    expect(rows).toHaveLength(list.choice.matches ?? 0);

    const [request] = await Promise.all([
      page.waitForRequest((one) => screen.isCall(one.url())),
      page.reload(),
    ]);
    expect(request.postDataJSON()).toEqual(body);
    expect(await readRows()).toEqual(rows);

    const reset = screen.form.getByRole("button", { name: "重置" });
    await screen.waitForResponse(() => reset.click());
    expect(await screen.chips.count()).toBe(0);
    await screen.waitForResponse(() => page.goBack());
    expect(await readRows()).toEqual(rows);
    await screen.waitForResponse(() => page.goForward());
    expect(await screen.chips.count()).toBe(0);
    await screen.waitForResponse(() => page.goBack());
    expect(await readRows()).toEqual(rows);

    // The copied link opens the record too.
    const name = (await screen.getNameButton(0).textContent()) ?? "";
    await screen.openDetail(screen.rows.first());
    await screen.drawer.waitFor();
    await page.waitForURL((url) => url.searchParams.has("detail"));
    const copy = await context.newPage();
    await copy.goto(page.url());
    const record = copy.getByRole("dialog", { name });
    await closePopup(copy, record);
    expect(await readRows(listPageObject(copy, list))).toEqual(rows);
    await closePopup(page, screen.drawer);
  });

  test("drops invalid URL parameters and shows a message", { tags: "full" }, async ({ page, screen }) => {
    await screen.navigate("size=10");
    const message = page.getByText(/链接中有无法识别的条件，已忽略/).first();
    const [request] = await Promise.all([
      page.waitForRequest((one) => screen.isCall(one.url())),
      // It vanishes after five seconds.
      message.waitFor(),
      screen.open("page=-3&size=7&sort=nothing.up&evil=1&status=broken"),
    ]);
    expect(request.postDataJSON()).toEqual(firstPage(list));
    await page.waitForURL((url) => !url.search.includes("evil"));
  });

  // Keep this the last test of a list: it changes the preferences stored on the server.
  test("stores columns, density and page size on the server, for another browser too", async ({
    page,
    screen,
    openPageAs,
  }) => {
    await expect.poll(screen.getColumnTitles).toEqual(list.columns);
    const preferencesSaved = (target = page) =>
      target.waitForResponse(
        (one) => one.request().method() === "PUT" && one.url().endsWith("/x/me/list.company"),
      );
    await screen.toolbar.getByRole("button", { name: "列设置" }).click();
    const settings = page.getByRole("dialog", { name: "列设置" });
    await Promise.all([
      preferencesSaved(),
      settings.getByRole("checkbox", { name: hidableColumn, exact: true }).uncheck(),
    ]);
    const [first = "", second = "", ...rest] = list.columns;
    await Promise.all([
      preferencesSaved(),
      settings.getByRole("button", { name: `下移 ${first}`, exact: true }).click(),
    ]);
    const arranged = [second, first, ...rest].filter((title) => title !== hidableColumn);
    await expect
      .poll(screen.getColumnTitles, { message: "order and visibility of the columns" })
      .toEqual(arranged);
    await closePopup(page, settings);

    const before = await getRowHeight(screen);
    await screen.toolbar.getByRole("button", { name: "行高" }).click();
    await Promise.all([preferencesSaved(), page.getByRole("menuitemradio", { name: "宽松" }).click()]);
    await expect.poll(() => getRowHeight(screen), { message: "height of a row" }).toBeGreaterThan(before + 8);

    await screen.pager.getByRole("combobox", { name: "每页条数" }).click();
    const ten = page.getByRole("option", { name: "10 条/页" });
    const [requestBody] = await Promise.all([
      screen.captureRequestBody(() => ten.click()),
      preferencesSaved(),
    ]);
    expect(requestBody, "size of a page").toEqual({ pageNo: 1, pageSize: 10 });

    const otherPage = await openPageAs(list.account);
    const otherScreen = listPageObject(otherPage, list);
    const requestWithPreferences = otherPage.waitForRequest(
      (one) => otherScreen.isCall(one.url()) && one.postDataJSON()["pageSize"] === 10,
    );
    await otherScreen.open();
    expect((await requestWithPreferences).postDataJSON()).toEqual({ pageNo: 1, pageSize: 10 });
    await otherPage.waitForFunction(() => document.querySelectorAll("tbody tr[data-id]").length === 10);
    await otherScreen.table
      .getByRole("columnheader", { name: hidableColumn, exact: true })
      .waitFor({ state: "detached" });
    await expect
      .poll(otherScreen.getColumnTitles, { message: "columns in another browser" })
      .toEqual(arranged);
    await otherPage.waitForFunction((least) => {
      const row = document.querySelector("tbody tr[data-id]");
      return row !== null && row.getBoundingClientRect().height > least;
    }, before + 8);

    await otherScreen.toolbar.getByRole("button", { name: "列设置" }).click();
    await otherPage.getByRole("button", { name: "恢复默认" }).click();
    await expect.poll(otherScreen.getColumnTitles, { message: "default columns" }).toEqual(list.columns);
  });
});

test("a setting chosen before the list's preferences have loaded persists", { tags: "full" }, async ({
  page,
}) => {
  const screen = companyPageObject(page);
  const preferences = "**/x/me/list.company";
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(preferences, async (route) => {
    await released;
    await route.continue();
  });
  await screen.open();
  const before = await getRowHeight(screen);
  await screen.toolbar.getByRole("button", { name: "行高" }).click();
  await page.getByRole("menuitemradio", { name: "宽松" }).click();
  const preferencesSaved = page.waitForResponse(
    (one) => one.request().method() === "PUT" && one.url().endsWith("/list.company"),
  );
  release();
  await preferencesSaved;
  await expect.poll(() => getRowHeight(screen)).toBeGreaterThan(before + 8);
});
