import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { type Account, demoAccounts } from "../../browser/signIn.ts";
import { listPageObject, navigateTo } from "./listPageObject.ts";
import { companyList, lists } from "./lists.ts";
import { test as base } from "./listTest.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

const roles = Object.keys(demoAccounts) as Account[];
const trimTexts = (texts: readonly (string | null)[]) => texts.map((text) => (text ?? "").trim());

/** Reads the open record's action buttons, and whether a phone number can be revealed. */
async function readActions(drawer: Locator) {
  const buttonTexts = await drawer.getByRole("button").evaluateAll((all) => {
    // Related records below the first heading have their own actions.
    const firstHeading = all[0]?.closest("[role=dialog]")?.querySelector("h3");
    const isAbove = (item: Node) =>
      !firstHeading || firstHeading.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_PRECEDING;
    return all.filter(isAbove).map((item) => item.getAttribute("aria-label") ?? item.textContent);
  });
  const navigationLabels = ["上一条", "下一条", "关闭"];
  const row = trimTexts(buttonTexts).filter(
    (label) =>
      !navigationLabels.includes(label) && !label.startsWith("查看完整号码") && !/^[0-9A-Z:-]+$/.test(label),
  );
  return { row, canReveal: (await drawer.getByRole("button", { name: /查看完整号码/ }).count()) > 0 };
}

describe.each(roles)("for %s", (role) => {
  test.override("account", role);
  // Buttons follow the contract's roles, which a table by hand checks for every call: daily one role is walked.
  const tags = role === "operator" ? [] : ["full"];
  const forbiddenLists = lists.filter(({ actionsByRole }) => actionsByRole[role] === null);

  test("every list offers exactly the role's actions", { tags }, async ({ page }) => {
    let isOpen = false;
    for (const list of lists) {
      const expected = list.actionsByRole[role];
      if (!expected) continue;
      const screen = listPageObject(page, list);
      if (!isOpen) await screen.open();
      isOpen = true;
      await navigateTo(page, list.actionsSearch ? `${list.path}?${list.actionsSearch}` : list.path);
      await screen.waitForIdle();
      // Its code is loaded after the list's.
      if (expected.toolbar.includes("卡片"))
        await screen.toolbar.getByRole("button", { name: "卡片" }).waitFor();
      const toolbarLabels = await screen.toolbar
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
      const { ownAction } = list;
      const isOthers = ownAction
        ? await screen.rows.evaluateAll(
            (rows, action) => rows.map((row) => !row.textContent.includes(action)),
            ownAction,
          )
        : [true];
      await screen.openDetail(screen.rows.nth(isOthers.indexOf(true)));
      await screen.drawer.getByRole("term").first().waitFor();
      expect({
        list: list.name,
        toolbar: trimTexts(toolbarLabels),
        ...(await readActions(screen.drawer)),
      }).toEqual({
        list: list.name,
        toolbar: expected.toolbar,
        row: expected.row,
        canReveal: (role === "admin" || role === "operator") && !list.noPhones,
      });
      await closePopup(page, screen.drawer);
    }
  });

  if (forbiddenLists.length > 0)
    test("forbidden lists are neither shown nor requested", { tags }, async ({ page }) => {
      for (const list of forbiddenLists) {
        const screen = listPageObject(page, list);
        const calls = screen.countCalls();
        // The heading is awaited below, so the load event is not needed.
        await page.goto(list.path, { waitUntil: "commit" });
        await page
          .getByRole("heading", { name: "您没有访问该页面的权限" })
          .or(page.locator("table[aria-busy=false]"))
          .waitFor();
        expect({ list: list.name, tables: await screen.table.count(), calls: calls() }).toEqual({
          list: list.name,
          tables: 0,
          calls: 0,
        });
      }
    });
});

// The list engine is the same for all lists; tests/model/exportColumns.test.ts compares its columns on every list.
describe("a list", () => {
  const list = companyList;

  //
  test("exports exactly the filtered rows in their order, and shows their number", async ({
    page,
    screen,
  }) => {
    const { field } = list.sort;
    const { matches = 0 } = list.choice;
    await screen.navigate(new URLSearchParams({ ...list.choice.params, sort: `${field}.asc` }).toString());
    // Input that was not applied does not filter the export.
    await screen.form.getByLabel("关键字").fill("没有查询过");
    await screen.toolbar.getByRole("button", { name: "导出" }).click();
    const dialog = page.getByRole("dialog", { name: `导出${list.noun}` });
    await dialog.getByText(`符合当前条件的 ${matches} 条`).waitFor();
    const [request, download] = await Promise.all([
      page.waitForRequest(`**/wms/api${list.export}`),
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "开始导出" }).click(),
    ]);
    const { columns, ...conditions } = request.postDataJSON();
    expect(conditions).toEqual({ sort: { field, order: "asc" }, ...list.choice.params });
    expect(columns).toHaveLength(list.columns.length);
    const fileName = download.suggestedFilename();
    expect(fileName).toMatch(/^[^\s/]+\.xlsx$/);
    await dialog.getByText(`已写入 ${matches} 行，文件名：${fileName}`).waitFor();
    const workbook = await readXlsx(await readFile(await download.path()));
    expect(workbook.sheets[0]?.rows).toHaveLength(matches + 1);
    expect(workbook.sheets[0]?.rows[0]).toEqual(list.columns.map((title) => expect.stringContaining(title)));
  });

  test("exports the selected rows", async ({ page, screen }) => {
    const ids = await screen.getVisibleIds();
    await screen.rows.nth(1).getByRole("checkbox").check();
    await screen.rows.nth(3).getByRole("checkbox").check();
    await screen.toolbar.getByRole("button", { name: "导出" }).click();
    const dialog = page.getByRole("dialog", { name: `导出${list.noun}` });
    expect(await dialog.getByRole("radio", { name: "已选的 2 条" }).isChecked()).toBe(true);
    const [request, download] = await Promise.all([
      page.waitForRequest(`**/wms/api${list.export}`),
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "开始导出" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ ids: [ids[1], ids[3]] });
    const workbook = await readXlsx(await readFile(await download.path()));
    expect(workbook.sheets[0]?.rows).toHaveLength(3);
  });

  //
  test("cancels an export by 取消导出", { tags: "full" }, async ({ page, screen, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    await page.route(`**/wms/api${list.export}`, () => undefined);
    await screen.toolbar.getByRole("button", { name: "导出" }).click();
    const dialog = page.getByRole("dialog", { name: `导出${list.noun}` });
    const failedRequest = page.waitForEvent("requestfailed", (one) => one.url().endsWith(list.export ?? ""));
    await dialog.getByRole("button", { name: "开始导出" }).click();
    await dialog.getByRole("progressbar", { name: "导出进度" }).waitFor();
    await dialog.getByRole("button", { name: "取消导出" }).click();
    await dialog.getByText("导出已取消").waitFor();
    await failedRequest;
  });
});
