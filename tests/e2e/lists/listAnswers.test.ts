import { describe, expect } from "vitest";
import { test } from "../../browser/consoleTest.ts";
import { firstPage, listScreen } from "./listScreen.ts";
import { lists } from "./lists.ts";
import { pathOf } from "./listUnderTest.ts";

describe.each(lists)("$name", (list) => {
  test.override("account", list.account);
  const filtered = `keyword=${encodeURIComponent(list.keyword.text)}`;

  //
  test("keeps its conditions where loading fails, and loads by 重试", async ({ page, complaints }) => {
    complaints.allow(/Failed to load resource/);
    const screen = listScreen(page, list);
    await screen.open(filtered);
    await page.route(`**${pathOf(list.call)}`, (route) => route.abort("connectionrefused"));
    await screen.toolbar.getByRole("button", { name: "刷新" }).click();
    const failed = screen.main.getByRole("alert").filter({ hasText: "加载失败" });
    await failed.waitFor();
    expect(await screen.form.getByLabel("关键字").inputValue()).toBe(list.keyword.text);
    expect(new URL(page.url()).searchParams.get("keyword")).toBe(list.keyword.text);
    await page.unroute(`**${pathOf(list.call)}`);
    const retry = failed.getByRole("button", { name: "重试" });
    const keyword = list.keyword.text;
    expect(await screen.asked(() => retry.click())).toEqual({ ...firstPage(list), keyword });
    expect(await screen.rows.count()).toBe(list.keyword.finds);
    expect(await failed.count()).toBe(0);
  });

  test("stands as it was after a reload, on the way back and forward, and behind a copied link", async ({
    page,
    context,
  }) => {
    const screen = listScreen(page, list);
    const { wire, label, option } = list.choice;
    const { field } = list.sort;
    await screen.open();
    const search = new URLSearchParams({ ...wire, sort: `${field}.asc`, size: "10" }).toString();
    const body = { ...firstPage(list, 10), sort: { field, order: "asc" }, ...wire };
    const there = async (on = screen) => {
      await on.chips.getByText(`${label}：${option}`).waitFor();
      await on.settled();
      return on.shown();
    };
    await screen.open(search);
    const rows = await there();
    expect(rows).toHaveLength(Math.min(body.pageSize, list.choice.finds));

    const [request] = await Promise.all([
      page.waitForRequest((one) => screen.isCall(one.url())),
      page.reload(),
    ]);
    expect(request.postDataJSON()).toEqual(body);
    expect(await there()).toEqual(rows);

    const reset = screen.form.getByRole("button", { name: "重置" });
    await screen.answered(() => reset.click());
    expect(await screen.chips.count()).toBe(0);
    await screen.answered(() => page.goBack());
    expect(await there()).toEqual(rows);
    await screen.answered(() => page.goForward());
    expect(await screen.chips.count()).toBe(0);
    await screen.answered(() => page.goBack());
    expect(await there()).toEqual(rows);

    const copy = await context.newPage();
    await copy.goto(page.url());
    expect(await there(listScreen(copy, list))).toEqual(rows);
  });

  test("drops what an address holds that is no condition, and says so", async ({ page }) => {
    const screen = listScreen(page, list);
    const [request] = await Promise.all([
      page.waitForRequest((one) => screen.isCall(one.url())),
      screen.open("page=-3&size=7&sort=nothing.up&evil=1&status=broken"),
    ]);
    expect(request.postDataJSON()).toEqual(firstPage(list));
    await page
      .getByText(/链接中有无法识别的条件，已忽略/)
      .first()
      .waitFor();
    await page.waitForURL((url) => !url.search.includes("evil"));
  });
});

describe.each(lists.filter(({ tree }) => !tree))("$name", (list) => {
  test.override("account", list.account);

  test("shows the newest answer, however late an older one comes", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open("size=10");
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    await page.route(`**${pathOf(list.call)}`, async (route) => {
      if (route.request().postDataJSON()["pageNo"] !== 2) return route.continue();
      begun.resolve();
      const answer = await route.fetch();
      await held.promise;
      // The console may have given the request up.
      await route.fulfill({ response: answer }).catch(() => undefined);
      over.resolve();
    });
    await screen.pager.getByRole("button", { name: "第 2 页" }).click();
    await begun.promise;
    const keyword = screen.form.getByLabel("关键字");
    await keyword.fill(list.keyword.text);
    const newest = await screen.brought(() => keyword.press("Enter"));
    expect(newest).toHaveLength(list.keyword.finds);
    held.resolve();
    await over.promise;
    // Two frames: whatever the late answer would change has been drawn.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await screen.shown()).toEqual(newest);
    expect(new URL(page.url()).searchParams.get("keyword")).toBe(list.keyword.text);
    expect(await screen.pager.getByText(`共 ${list.keyword.finds} 条`).count()).toBe(1);
  });
});
