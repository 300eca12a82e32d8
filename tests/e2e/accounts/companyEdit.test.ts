import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/accessible.ts";
import { test } from "../../browser/consoleTest.ts";
import { companyScreen } from "./companyScreen.ts";

describe("editing a company", () => {
  test("sends what was changed alone, and lights the row", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open("page=2");
    const row = screen.rows.nth(2);
    await screen.act(row, "编辑");
    await screen.field("联系人").fill("王小明");
    const sent = page.waitForRequest("**/wms/api/company/account/update");
    await screen.dialog.getByRole("button", { name: "保存" }).click();
    const { id, version, requestId, ...changed } = (await sent).postDataJSON();
    expect([typeof id, typeof version, typeof requestId]).toEqual(["string", "number", "string"]);
    expect(changed).toEqual({ contact: "王小明" });
    await screen.closed();
    await page.locator(`tr[data-id="${id}"][data-lit]`).getByText("王小明").waitFor();
    expect(new URL(page.url()).search).toBe("?page=2");
  });

  test.for([
    { way: "保留我的修改并保存", ends: "我的备注" },
    { way: "采用对方的内容", ends: "对方的备注" },
  ])("shows what somebody else changed, and goes on by $way", async ({ way, ends }, { page, browserOf }) => {
    const screen = companyScreen(page);
    await screen.open("page=2");
    const row = screen.rows.nth(4);
    const id = await row.getAttribute("data-id");
    await screen.act(row, "编辑");
    await screen.field("备注").fill("我的备注");

    const other = companyScreen(await (await browserOf("admin")).newPage());
    await other.open("page=2");
    await other.act(other.table.locator(`tr[data-id="${id}"]`), "编辑");
    await other.field("备注").fill("对方的备注");
    await other.field("联系人").fill(`对方${ends.length}`);
    await other.dialog.getByRole("button", { name: "保存" }).click();
    await other.closed();

    await screen.dialog.getByRole("button", { name: "保存" }).click();
    await screen.said("该记录已被他人修改");
    const conflict = screen.dialog.getByRole("row", { name: /^备注/ });
    expect(await conflict.getByRole("cell").allTextContents()).toEqual([
      expect.any(String),
      "对方的备注",
      "我的备注",
    ]);
    await expectAccessible(page);
    await screen.dialog.getByRole("button", { name: way }).click();
    if (way === "采用对方的内容") {
      expect(await screen.field("备注").inputValue()).toBe("对方的备注");
      await screen.dialog.getByRole("button", { name: "取消" }).click();
    }
    await screen.closed();
    await page.goto(`/account/accountList?detail=${id}`);
    await screen.drawer.getByText(ends, { exact: true }).waitFor();
  });

  test("says that a result is unknown, and saves once when sent again", async ({ page, complaints }) => {
    complaints.allow(/Failed to load resource/);
    const screen = companyScreen(page);
    await screen.open();
    const row = screen.rows.nth(5);
    await screen.act(row, "编辑");
    await screen.field("备注").fill("只保存一次");
    const sent: string[] = [];
    await page.route("**/wms/api/company/account/update", async (route) => {
      sent.push(String(route.request().postDataJSON().requestId));
      // The server saves; its answer is lost the first time.
      const answer = await route.fetch();
      await (sent.length === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    await screen.dialog.getByRole("button", { name: "保存" }).click();
    await screen.said("结果未知，请核对");
    await expectAccessible(page);
    await screen.dialog.getByRole("button", { name: "重新提交" }).click();
    await screen.closed();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });
});
