import { describe, expect } from "vitest";
import { test } from "../../browser/consoleTest.ts";
import { companyScreen } from "./companyScreen.ts";
import { listScreen } from "./listScreen.ts";
import { lists } from "./lists.ts";

describe.each(lists)("$name", (list) => {
  test.override("account", list.account);

  test("remembers order and visibility of its columns on the server, for another browser too", async ({
    page,
    browserOf,
  }) => {
    const screen = listScreen(page, list);
    await screen.open();
    expect(await screen.titles()).toEqual(list.columns);
    const kept = () =>
      page.waitForResponse(
        (one) => one.request().method() === "PUT" && one.url().endsWith(`/x/me/${list.memory}`),
      );
    await screen.toolbar.getByRole("button", { name: "列设置" }).click();
    const settings = page.getByRole("dialog", { name: "列设置" });
    await Promise.all([kept(), settings.getByRole("checkbox", { name: list.hide, exact: true }).uncheck()]);
    const [first = "", second = "", ...rest] = list.columns;
    await Promise.all([kept(), settings.getByRole("button", { name: `下移 ${first}`, exact: true }).click()]);
    const arranged = [second, first, ...rest].filter((title) => title !== list.hide);
    expect(await screen.titles()).toEqual(arranged);
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "detached" });

    const elsewhere = await (await browserOf(list.account)).newPage();
    const there = listScreen(elsewhere, list);
    await there.open();
    await there.table
      .getByRole("columnheader", { name: list.hide, exact: true })
      .waitFor({ state: "detached" });
    expect(await there.titles()).toEqual(arranged);

    await there.toolbar.getByRole("button", { name: "列设置" }).click();
    await elsewhere.getByRole("button", { name: "恢复默认" }).click();
    expect(await there.titles()).toEqual(list.columns);
  });

  test("remembers how high its rows are", async ({ page }) => {
    const screen = listScreen(page, list);
    await screen.open();
    const height = async () => (await screen.rows.first().boundingBox())?.height ?? 0;
    const before = await height();
    await screen.toolbar.getByRole("button", { name: "行高" }).click();
    const [kept] = await Promise.all([
      page.waitForRequest((one) => one.method() === "PUT" && one.url().endsWith(`/x/me/${list.memory}`)),
      page.getByRole("menuitemradio", { name: "宽松" }).click(),
    ]);
    await kept.response();
    expect(await height()).toBeGreaterThan(before + 8);
    await page.reload();
    await screen.rows.first().waitFor();
    await page.waitForFunction((least) => {
      const row = document.querySelector("tbody tr[data-id]");
      return row !== null && row.getBoundingClientRect().height > least;
    }, before + 8);
  });

  test("opens a record by its link, and walks to the ones before and after it", async ({ page, context }) => {
    const screen = listScreen(page, list);
    await screen.open();
    const ids = await screen.shown();
    const titles = await Promise.all([0, 1].map(async (at) => (await screen.nameAt(at).textContent()) ?? ""));
    await screen.nameAt(0).click();
    const drawer = page.getByRole("dialog", { name: titles[0] ?? "" });
    await drawer.waitFor();
    expect(new URL(page.url()).searchParams.get("detail")).toBe(ids[0]);
    expect(await drawer.getByRole("button", { name: "上一条" }).isDisabled()).toBe(true);
    const facts = await drawer.getByRole("term").allTextContents();
    expect(facts).toEqual(expect.arrayContaining([...list.columns]));

    await drawer.getByRole("button", { name: "下一条" }).click();
    const next = page.getByRole("dialog", { name: titles[1] ?? "" });
    await next.waitFor();
    expect(new URL(page.url()).searchParams.get("detail")).toBe(ids[1]);
    await next.getByRole("button", { name: "上一条" }).click();
    await drawer.waitFor();

    const linked = await context.newPage();
    await linked.goto(page.url());
    await linked.getByRole("dialog", { name: titles[0] ?? "" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => !url.searchParams.has("detail"));
    await drawer.waitFor({ state: "detached" });
    await page.waitForFunction((title) => document.activeElement?.textContent === title, titles[0] ?? "");
  });
});

test("what is chosen before a list's memory has come stays on the screen", async ({ page }) => {
  const screen = companyScreen(page);
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
  const height = async () => (await screen.rows.first().boundingBox())?.height ?? 0;
  const before = await height();
  await screen.toolbar.getByRole("button", { name: "行高" }).click();
  await page.getByRole("menuitemradio", { name: "宽松" }).click();
  const kept = page.waitForResponse(
    (one) => one.request().method() === "PUT" && one.url().endsWith("/list.company"),
  );
  come();
  await kept;
  expect(await height()).toBeGreaterThan(before + 8);
});
