import { describe, expect } from "vitest";
import { companyPageObject } from "./companyPageObject.ts";
import { countMatches } from "./countMatches.ts";
import { firstPage, listPageObject } from "./listPageObject.ts";
import { isFullyTested, lists } from "./lists.ts";
import { test } from "./listTest.ts";

/** The height of the first row, px. */
const getRowHeight = async ({ rows }: ReturnType<typeof listPageObject>) =>
  (await rows.first().boundingBox())?.height ?? 0;

/** Whole fen of `¥1,234.50`. */
const parseFen = (text: string | null) => Number((text ?? "").replace(/\D/g, ""));

/** The amounts on the screen, in fen, by the column's title and the places of the rows; all of them without. */
async function readAmounts({ getColumnTitles, rows }: ReturnType<typeof listPageObject>) {
  const names = await getColumnTitles();
  // The first cell holds the box.
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent)),
  );
  return {
    amounts: (column: string, places = [...cells.keys()]) =>
      places.map((place) => parseFen(cells[place]?.[names.indexOf(column)] ?? null)),
  };
}

describe.each(lists)("$name", (list) => {
  test.override("list", list);
  const pages = Math.ceil(list.total / 10);

  // A tree comes whole, as one page.
  if (!list.tree)
    test("turns its pages, jumps, and steps back from beyond the end", async ({ page, screen }) => {
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
      await (isFullyTested(list) ? screen.open : screen.navigate)(`size=10&page=${pages + 3}`);
      await Promise.all(answers);
      await page.waitForURL((url) => url.searchParams.get("page") === String(pages));
      await screen.waitForIdle();
      await expect.poll(() => screen.rows.count()).toBe(list.total - (pages - 1) * 10);
    });

  test("sorts by a column downwards, upwards and no more, on the first page each time", async ({
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

  test("stands as it was after a reload, on the way back and forward, and behind a copied link to one of its records", async ({
    page,
    context,
    screen,
  }) => {
    const { wire, label, option } = list.choice;
    const { field } = list.sort;
    const search = new URLSearchParams({ ...wire, sort: `${field}.asc`, size: "10" }).toString();
    const body = { ...firstPage(list, 10), sort: { field, order: "asc" }, ...wire };
    const there = async (on = screen) => {
      await on.chips.getByText(`${label}：${option}`).waitFor();
      await on.waitForIdle();
      return on.getVisibleIds();
    };
    await screen.navigate(search);
    const rows = await there();
    expect(rows).toHaveLength(Math.min(body.pageSize, await countMatches(page, list)));

    const [request] = await Promise.all([
      page.waitForRequest((one) => screen.isCall(one.url())),
      page.reload(),
    ]);
    expect(request.postDataJSON()).toEqual(body);
    expect(await there()).toEqual(rows);

    const reset = screen.form.getByRole("button", { name: "重置" });
    await screen.waitForResponse(() => reset.click());
    expect(await screen.chips.count()).toBe(0);
    await screen.waitForResponse(() => page.goBack());
    expect(await there()).toEqual(rows);
    await screen.waitForResponse(() => page.goForward());
    expect(await screen.chips.count()).toBe(0);
    await screen.waitForResponse(() => page.goBack());
    expect(await there()).toEqual(rows);

    // With a record that is open: what the link names stands there too.
    const name = (await screen.getNameButton(0).textContent()) ?? "";
    await screen.getNameButton(0).click();
    await screen.drawer.waitFor();
    await page.waitForURL((url) => url.searchParams.has("detail"));
    const copy = await context.newPage();
    await copy.goto(page.url());
    const record = copy.getByRole("dialog", { name });
    await record.waitFor();
    // Whoever hears the keys is there by then.
    await record.locator(":focus").waitFor();
    await copy.keyboard.press("Escape");
    await record.waitFor({ state: "detached" });
    expect(await there(listPageObject(copy, list))).toEqual(rows);
    await page.keyboard.press("Escape");
    await screen.drawer.waitFor({ state: "detached" });
  });

  // Behind a link on some; elsewhere on the document that stands: tests/model/listPages.test.ts reads it for all.
  test("drops what an address holds that is no condition, and says so", async ({ page, screen }) => {
    await screen.navigate("size=10");
    const [request] = await Promise.all([
      page.waitForRequest((one) => screen.isCall(one.url())),
      (isFullyTested(list) ? screen.open : screen.navigate)(
        "page=-3&size=7&sort=nothing.up&evil=1&status=broken",
      ),
    ]);
    expect(request.postDataJSON()).toEqual(firstPage(list));
    await page
      .getByText(/链接中有无法识别的条件，已忽略/)
      .first()
      .waitFor();
    await page.waitForURL((url) => !url.search.includes("evil"));
  });

  if (list.selectable)
    test("keeps a selection over its pages, and drops it with other conditions", async ({ screen }) => {
      await screen.navigate("size=10");
      const batch = screen.toolbar.getByRole("button", { name: "批量冻结" });
      const freezes = list.actionsByRole[list.account]?.toolbar.includes("批量冻结") ?? false;
      if (freezes) expect(await batch.isDisabled()).toBe(true);
      await screen.rows.nth(0).getByRole("checkbox").check();
      await screen.rows.nth(2).getByRole("checkbox").check();
      await screen.toolbar.getByText("已选 2 条").waitFor();
      const first = await readAmounts(screen);

      await screen.waitForResponse(() => screen.pager.getByRole("button", { name: "第 2 页" }).click());
      const wholePage = screen.table.getByRole("checkbox", { name: "选择本页" });
      expect(await wholePage.isChecked()).toBe(false);
      await wholePage.check();
      await screen.toolbar.getByText("已选 12 条").waitFor();
      for (const column of list.sumColumns ?? []) {
        const fen = [...first.amounts(column, [0, 2]), ...(await readAmounts(screen)).amounts(column)];
        const sumText = await screen.toolbar.getByText(new RegExp(`^${column} ¥`)).textContent();
        expect(parseFen(sumText)).toBe(fen.reduce((sum, one) => sum + one, 0));
      }
      if (freezes) {
        await batch.click();
        await screen.drawer.getByText(/^将冻结 12 /).waitFor();
        await screen.drawer.getByRole("button", { name: "取消" }).click();
      }

      await screen.waitForResponse(() => screen.pager.getByRole("button", { name: "第 1 页" }).click());
      const checked = screen.rows.getByRole("checkbox", { checked: true });
      await expect.poll(() => checked.count()).toBe(2);
      await screen.rows.nth(2).getByRole("checkbox").uncheck();
      await screen.toolbar.getByText("已选 11 条").waitFor();
      await screen.form.getByLabel("关键字").fill(list.keyword.text);
      await screen.waitForResponse(() => screen.form.getByLabel("关键字").press("Enter"));
      await expect.poll(() => screen.toolbar.getByText(/已选/).count()).toBe(0);
    });

  // The last of a list: what the server remembers from then on is not what the page brings.
  test("remembers its columns, its rows' height and the size of a page on the server, for another browser too", async ({
    page,
    screen,
    openPageAs,
  }) => {
    await expect.poll(screen.getColumnTitles).toEqual(list.columns);
    const preferencesSaved = (on = page) =>
      on.waitForResponse(
        (one) => one.request().method() === "PUT" && one.url().endsWith(`/x/me/${list.preferencesKey}`),
      );
    await screen.toolbar.getByRole("button", { name: "列设置" }).click();
    const settings = page.getByRole("dialog", { name: "列设置" });
    await Promise.all([
      preferencesSaved(),
      settings.getByRole("checkbox", { name: list.hidableColumn, exact: true }).uncheck(),
    ]);
    const [first = "", second = "", ...rest] = list.columns;
    await Promise.all([
      preferencesSaved(),
      settings.getByRole("button", { name: `下移 ${first}`, exact: true }).click(),
    ]);
    const arranged = [second, first, ...rest].filter((title) => title !== list.hidableColumn);
    await expect
      .poll(screen.getColumnTitles, { message: "order and visibility of the columns" })
      .toEqual(arranged);
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "detached" });

    const before = await getRowHeight(screen);
    await screen.toolbar.getByRole("button", { name: "行高" }).click();
    await Promise.all([preferencesSaved(), page.getByRole("menuitemradio", { name: "宽松" }).click()]);
    await expect.poll(() => getRowHeight(screen), { message: "height of a row" }).toBeGreaterThan(before + 8);

    // A tree comes whole, and has no pages.
    if (!list.tree) {
      await screen.pager.getByRole("combobox", { name: "每页条数" }).click();
      const ten = page.getByRole("option", { name: "10 条/页" });
      const [requestBody] = await Promise.all([
        screen.captureRequestBody(() => ten.click()),
        preferencesSaved(),
      ]);
      expect(requestBody, "size of a page").toEqual({ pageNo: 1, pageSize: 10 });
    }

    const elsewhere = await openPageAs(list.account);
    const there = listPageObject(elsewhere, list);
    const remembered = elsewhere.waitForRequest(
      (one) => there.isCall(one.url()) && (list.tree || one.postDataJSON()["pageSize"] === 10),
    );
    await there.open();
    if (!list.tree) {
      expect((await remembered).postDataJSON()).toEqual({ pageNo: 1, pageSize: 10 });
      await elsewhere.waitForFunction(() => document.querySelectorAll("tbody tr[data-id]").length === 10);
    }
    await there.table
      .getByRole("columnheader", { name: list.hidableColumn, exact: true })
      .waitFor({ state: "detached" });
    await expect.poll(there.getColumnTitles, { message: "columns in another browser" }).toEqual(arranged);
    await elsewhere.waitForFunction((least) => {
      const row = document.querySelector("tbody tr[data-id]");
      return row !== null && row.getBoundingClientRect().height > least;
    }, before + 8);

    await there.toolbar.getByRole("button", { name: "列设置" }).click();
    await elsewhere.getByRole("button", { name: "恢复默认" }).click();
    await expect
      .poll(there.getColumnTitles, { message: "columns as the page brings them" })
      .toEqual(list.columns);
  });
});

test("what is chosen before a list's memory has come stays on the screen", async ({ page }) => {
  const screen = companyPageObject(page);
  const memory = "**/x/me/list.company";
  let come = () => {};
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(memory, async (route) => {
    await late;
    await route.continue();
  });
  await screen.open();
  const before = await getRowHeight(screen);
  await screen.toolbar.getByRole("button", { name: "行高" }).click();
  await page.getByRole("menuitemradio", { name: "宽松" }).click();
  const preferencesSaved = page.waitForResponse(
    (one) => one.request().method() === "PUT" && one.url().endsWith("/list.company"),
  );
  come();
  await preferencesSaved;
  await expect.poll(() => getRowHeight(screen)).toBeGreaterThan(before + 8);
});
