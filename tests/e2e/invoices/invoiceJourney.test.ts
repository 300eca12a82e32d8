import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "../lists/listPageObject.ts";

const invoicePageObject = (page: Page) => {
  const screen = listPageObject(page, { path: "/order/invoice", noun: "发票", call: "/invoice/pageList" });
  return {
    ...screen,
    /** The count shown on a status tab. */
    getTabCount: async (tab: string) =>
      Number(
        (await screen.main.getByRole("tab", { name: new RegExp(`^${tab}`) }).textContent())?.match(
          /\d+/,
        )?.[0],
      ),
    /** Runs an action of the first row, either its button or its entry under 更多. */
    runRowAction: async (name: string) => {
      const row = screen.rows.first();
      const direct = row.getByRole("button", { name: new RegExp(`^${name} `) });
      await row
        .getByRole("button", { name: /^更多操作/ })
        .or(direct)
        .first()
        .waitFor();
      if (await direct.count()) return direct.click();
      await row.getByRole("button", { name: /^更多操作/ }).click();
      return page.getByRole("menuitem", { name, exact: true }).click();
    },
  };
};

describe("an invoice, for finance", () => {
  test.override("account", "finance");

  test("gets its number and file after an invalid number and invalid files are rejected", async ({
    page,
  }) => {
    const screen = invoicePageObject(page);
    await screen.open("status=applied");
    const [applied, issued] = [await screen.getTabCount("待开票"), await screen.getTabCount("已开票")];
    await screen.runRowAction("开票");
    const dialog = page.getByRole("dialog", { name: /^开票 / });
    await dialog.getByText(/价税合计 ¥[\d,.]+（.+[整分]）。确认后 \d+ 个订单标记为已开票/).waitFor();
    const number = dialog.getByRole("textbox", { name: "发票号码" });
    await number.fill("2644200000001234567");
    await dialog.getByRole("button", { name: "确认开票" }).click();
    await dialog.getByText("发票号码应为 20 位数字").waitFor();
    const file = dialog.locator("input[type=file]");
    await file.setInputFiles({ name: "发票.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
    await dialog.getByText(/^请选择符合要求的文件/).waitFor();
    await file.setInputFiles({ name: "发票.ofd", mimeType: "", buffer: Buffer.from("no OFD") });
    await dialog.getByText("仅支持 PDF、OFD、XML 格式的发票文件，且文件应完整").waitFor();
    const xml = Buffer.from("<?xml version='1.0'?><EInvoice/>");
    await file.setInputFiles({ name: "发票.xml", mimeType: "text/xml", buffer: xml });
    await dialog.getByRole("link", { name: /发票\.xml/ }).waitFor();
    await number.fill("26442000000012345678");
    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/invoice/update/invoiceNo"),
      dialog.getByRole("button", { name: "确认开票" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      invoiceNo: "26442000000012345678",
      fileUrl: expect.stringMatching(/^\/uploads\/\d+$/),
    });
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => screen.getTabCount("待开票")).toBe(applied - 1);
    await expect.poll(() => screen.getTabCount("已开票")).toBe(issued + 1);
  });

  test("is reversed for one of four reasons and completed by the red number (R-112)", {
    tags: "full",
  }, async ({ page }) => {
    const screen = invoicePageObject(page);
    await screen.open("status=issued");
    await screen.runRowAction("红冲");
    const reverse = page.getByRole("dialog", { name: /^红冲发票 \d{20}$/ });
    await reverse.getByRole("button", { name: "发起红冲" }).click();
    await reverse.getByText("请选择红冲原因").waitFor();
    await reverse.getByRole("combobox", { name: "红冲原因" }).click();
    await expect
      .poll(() => page.getByRole("option").allTextContents())
      .toEqual(["开票有误", "销货退回", "服务中止", "销售折让"]);
    await page.getByRole("option", { name: "销货退回" }).click();
    await reverse.getByRole("button", { name: "发起红冲" }).click();
    await reverse.waitFor({ state: "detached" });
    await screen.open("status=reversing");
    const [reversing, reversed] = [await screen.getTabCount("红冲中"), await screen.getTabCount("已红冲")];
    await screen.runRowAction("登记红票");
    const red = page.getByRole("dialog", { name: /^登记红字发票 \d{20}$/ });
    await red.getByRole("textbox", { name: "红字发票号码" }).fill("26442000000087654321");
    await red.getByRole("button", { name: "确认红冲" }).click();
    await red.waitFor({ state: "detached" });
    await expect.poll(() => screen.getTabCount("红冲中")).toBe(reversing - 1);
    await expect.poll(() => screen.getTabCount("已红冲")).toBe(reversed + 1);
  });

  test("takes a remark, is rejected with a reason, and can be exported (R-105, R-111, R-113, R-117)", {
    tags: "full",
  }, async ({ page }) => {
    const screen = invoicePageObject(page);
    await screen.open("status=applied");
    const [id] = await screen.getVisibleIds();
    await screen.runRowAction("备注");
    const remark = page.getByRole("dialog", { name: /^备注 .+ 的发票$/ });
    await remark.getByRole("textbox", { name: "备注" }).fill("月底前寄出");
    await screen.waitForResponse(() => remark.getByRole("button", { name: "保存" }).click());
    const applied = await screen.getTabCount("待开票");
    await screen.runRowAction("驳回");
    const reject = page.getByRole("dialog", { name: /^驳回 .+ 的开票申请$/ });
    await reject.getByRole("textbox", { name: "驳回原因" }).fill("税号与抬头不符");
    await screen.waitForResponse(() => reject.getByRole("button", { name: "驳回", exact: true }).click());
    await expect.poll(() => screen.getTabCount("待开票")).toBe(applied - 1);
    await page.goto(`/order/invoice?detail=${id}`);
    await screen.drawer.getByText("月底前寄出").waitFor();
    await screen.drawer.getByText("税号与抬头不符").first().waitFor();

    const orders = listPageObject(page, {
      path: "/order/orderList",
      noun: "订单",
      call: "/order/v3/pageList",
    });
    for (const [list, noun] of [
      [screen, "发票"],
      [orders, "订单"],
    ] as const) {
      await list.open();
      await list.toolbar.getByRole("button", { name: "导出" }).click();
      const dialog = page.getByRole("dialog", { name: `导出${noun}` });
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name: "开始导出" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
      await dialog.getByText(/已写入 [\d,]+ 行/).waitFor();
    }
  });

  test("shows its amount in words, its lines with their sum, and its orders (R-114, R-115)", {
    tags: "full",
  }, async ({ page }) => {
    const screen = invoicePageObject(page);
    await screen.open("status=issued");
    await screen.rows.first().getByRole("button").first().click();
    const { drawer } = screen;
    await drawer.getByText(/^（大写）.+元.*[整分]$/).waitFor();
    const lines = drawer.getByRole("table", { name: "开票明细" });
    await lines.getByRole("cell", { name: "合计" }).waitFor();
    const fen = (texts: readonly string[]) => texts.map((text) => Number(text.replace(/\D/g, "")));
    const rows = await lines.locator("tbody tr").all();
    const figures = await Promise.all(
      rows.map(async (row) => fen(await row.getByRole("cell", { name: "¥" }).allTextContents())),
    );
    const sums = figures.pop() ?? [];
    for (const [index, sum] of sums.entries())
      expect(figures.reduce((total, line) => total + (line[index] ?? 0), 0)).toBe(sum);
    expect((sums[0] ?? 0) + (sums[1] ?? 0)).toBe(sums[2]);
    await drawer.getByRole("table", { name: "开票订单" }).getByRole("link").first().click();
    await page.waitForURL(/\/order\/orderList\?detail=\d+$/);
  });
});

describe("an invoice, for an operator", () => {
  test("can be corrected and applied for again after a rejection", async ({ page }) => {
    const screen = invoicePageObject(page);
    await screen.open("status=rejected&type=normal&titleType=company");
    await screen.runRowAction("再次申请");
    const form = page.getByRole("dialog", { name: /^再次申请 .+ 的发票$/ });
    await form.getByText(/^驳回原因：/).waitFor();
    const taxNo = form.getByRole("textbox", { name: "税号" });
    await expect.poll(() => taxNo.inputValue()).toMatch(/^[0-9A-Z]{18}$/);
    await taxNo.fill("91440300708461136X");
    await taxNo.blur();
    await form.getByText(/^税号不正确/).waitFor();
    await taxNo.fill("91440300708461136T");
    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/invoice/order/apply"),
      form.getByRole("button", { name: "提交申请" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ taxNo: "91440300708461136T", titleType: "company" });
    await form.waitFor({ state: "detached" });
  });

  test("is applied for from the orders, with the company's tax number filled in", async ({ page }) => {
    const orders = listPageObject(page, {
      path: "/order/orderList",
      noun: "订单",
      call: "/order/v3/pageList",
    });
    await orders.open("status=paid&invoiceStatus=none&minFen=1");
    await orders.rows.first().getByRole("checkbox").check();
    await orders.toolbar.getByRole("button", { name: "申请发票" }).click();
    const form = page.getByRole("dialog", { name: "申请发票" });
    await form.getByText(/^共 1 个订单，开票金额 ¥/).waitFor();
    await expect
      .poll(() => form.getByRole("textbox", { name: "税号" }).inputValue())
      .toMatch(/^[0-9A-Z]{18}$/);
    // The mailbox is the one of the company's last application.
    const mailbox = form.getByRole("textbox", { name: "收票邮箱" });
    await expect.poll(() => mailbox.inputValue()).toMatch(/^caiwu.*@example\.com$/);
    await mailbox.fill("");
    await form.getByRole("button", { name: "提交申请" }).click();
    await form.getByText("请输入收票邮箱").waitFor();
    await form.getByRole("textbox", { name: "收票邮箱" }).fill("caiwu@example.com");
    const [answer] = await Promise.all([
      page.waitForResponse("**/wms/api/invoice/order/apply"),
      form.getByRole("button", { name: "提交申请" }).click(),
    ]);
    expect(await answer.json()).toMatchObject({ state: 0, data: { status: "applied" } });
    await form.waitFor({ state: "detached" });
  });

  test("can be withdrawn, but not issued or rejected", { tags: "full" }, async ({ page }) => {
    const screen = invoicePageObject(page);
    await screen.open("status=applied");
    expect(
      await screen.rows
        .first()
        .getByRole("button", { name: /^(开票|驳回) / })
        .count(),
    ).toBe(0);
    const applied = await screen.getTabCount("待开票");
    await screen.runRowAction("撤回");
    const dialog = page.getByRole("dialog", { name: /^撤回 / });
    await dialog.getByRole("textbox", { name: "撤回原因" }).fill("客户不再需要");
    await dialog.getByRole("button", { name: "撤回", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => screen.getTabCount("待开票")).toBe(applied - 1);
  });
});
