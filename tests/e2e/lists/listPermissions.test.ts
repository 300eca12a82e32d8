import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { type Account, demoAccounts } from "../../browser/signIn.ts";
import { countMatches } from "./countMatches.ts";
import { listPageObject, navigateTo } from "./listPageObject.ts";
import { lists } from "./lists.ts";
import { test } from "./listTest.ts";

const roles = Object.keys(demoAccounts) as Account[];
const trimTexts = (texts: readonly (string | null)[]) => texts.map((text) => (text ?? "").trim());

/** Names of the buttons of a record that is open: what may be done with it, and what shows a number in full. */
async function readActions(drawer: Locator) {
  const buttonTexts = await drawer.getByRole("button").evaluateAll((all) => {
    // What belongs to the record may have acts of its own, below its first heading.
    const first = all[0]?.closest("[role=dialog]")?.querySelector("h3");
    const isAbove = (item: Node) =>
      !first || first.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_PRECEDING;
    return all.filter(isAbove).map((item) => item.getAttribute("aria-label") ?? item.textContent);
  });
  const around = ["上一条", "下一条", "关闭"];
  const row = trimTexts(buttonTexts).filter(
    (act) => !around.includes(act) && !act.startsWith("查看完整号码") && !/^[0-9A-Z:-]+$/.test(act),
  );
  return { row, reveals: (await drawer.getByRole("button", { name: /查看完整号码/ }).count()) > 0 };
}

describe.each(roles)("for %s", (role) => {
  test.override("account", role);
  const closed = lists.filter(({ actionsByRole }) => actionsByRole[role] === null);

  test("every list offers what the role may do, and nothing else", async ({ page }) => {
    let stands = false;
    for (const list of lists) {
      const offers = list.actionsByRole[role];
      if (!offers) continue;
      const screen = listPageObject(page, list);
      if (!stands) await screen.open();
      stands = true;
      await navigateTo(page, list.path);
      await screen.waitForIdle();
      const named = await screen.toolbar
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));
      await screen.getNameButton(0).click();
      await screen.drawer.getByRole("term").first().waitFor();
      expect({ list: list.name, toolbar: trimTexts(named), ...(await readActions(screen.drawer)) }).toEqual({
        list: list.name,
        toolbar: offers.toolbar,
        row: offers.row,
        reveals: (role === "admin" || role === "operator") && !list.noPhones,
      });
      await page.keyboard.press("Escape");
      await screen.drawer.waitFor({ state: "detached" });
    }
  });

  if (closed.length > 0)
    test("no list of others is shown or asked for", async ({ page }) => {
      for (const list of closed) {
        const screen = listPageObject(page, list);
        const calls = screen.countCalls();
        // What is there instead is waited for anyway, whatever else still loads.
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

describe.each(lists.filter((list) => list.export !== undefined))("$name", (list) => {
  test.override("list", list);

  //
  test("exports exactly the rows of its conditions and order, and names how many", async ({
    page,
    screen,
  }) => {
    const { field } = list.sort;
    const finds = await countMatches(page, list);
    await screen.navigate(new URLSearchParams({ ...list.choice.wire, sort: `${field}.asc` }).toString());
    // What is typed and not applied is no condition of the export.
    await screen.form.getByLabel("关键字").fill("没有查询过");
    await screen.toolbar.getByRole("button", { name: "导出" }).click();
    const dialog = page.getByRole("dialog", { name: `导出${list.noun}` });
    await dialog.getByText(`符合当前条件的 ${finds} 条`).waitFor();
    const [request, download] = await Promise.all([
      page.waitForRequest(`**/wms/api${list.export}`),
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "开始导出" }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ sort: { field, order: "asc" }, ...list.choice.wire });
    const fileName = download.suggestedFilename();
    expect(fileName).toMatch(/^[^\s/]+\.xlsx$/);
    await dialog.getByText(`已写入 ${finds} 行，文件名：${fileName}`).waitFor();
    const workbook = await readXlsx(await readFile(await download.path()));
    expect(workbook.sheets[0]?.rows).toHaveLength(finds + 1);
  });

  test("exports the rows that are selected", async ({ page, screen }) => {
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
    expect(request.postDataJSON()).toEqual({ ids: [ids[1], ids[3]] });
    const workbook = await readXlsx(await readFile(await download.path()));
    expect(workbook.sheets[0]?.rows).toHaveLength(3);
  });

  //
  test("gives an export up on 取消导出", async ({ page, screen, consoleErrors }) => {
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
