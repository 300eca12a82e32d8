import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { closePopup } from "../../browser/closePopup.ts";
import { countClicks } from "../../browser/countClicks.ts";
import { openKeyHelp } from "../../browser/openKeyHelp.ts";
import { test } from "../../browser/signedInTest.ts";
import { loginClient } from "../../process/apiClient.ts";
import { newCompanyFields } from "../lists/companyPageObject.ts";
import { createReceiptPng } from "../orders/orderPageObject.ts";

/** Chooses by typing, as after Tab: once the first match is the wanted one, by arrow and Enter. */
async function typeChoice(page: Page, box: Locator, text: string): Promise<void> {
  await box.focus();
  await page.keyboard.insertText(text);
  const first = page.getByRole("option").filter({ visible: true }).first();
  await expect.poll(() => first.textContent()).toContain(text);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

const openDesk = async (page: Page) => {
  await page.goto("/desk");
  await page.getByRole("list", { name: "待办" }).waitFor();
};
/** Pages of other tags stay in the document, hidden. */
const shown = (locator: Locator): Locator => locator.filter({ visible: true }).first();
const button = (within: Page | Locator, name: string | RegExp) =>
  shown(within.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) }));
const rowOf = (page: Page, text: string) => shown(page.getByRole("row").filter({ hasText: text }));

/** From the desk: opens a list by its card, and passes the audit of the order that the text names. */
async function passAudit(page: Page, card: RegExp, text: string): Promise<void> {
  await openDesk(page);
  await page.getByRole("link", { name: card }).first().click();
  // The oldest come first: it may be on a later page.
  await shown(page.getByRole("textbox", { name: "关键字" })).fill(text);
  await page.keyboard.press("Enter");
  await button(rowOf(page, text), /^审核/).click();
  const audit = page.getByRole("dialog", { name: /^(财务|退款)审核 / });
  await button(audit, "通过").click();
  await audit.waitFor({ state: "detached" });
}

/** The clicks of a task by step. */
function createLog(getClicks: () => number) {
  const steps: Record<string, number> = {};
  const sum = () => Object.values(steps).reduce((total, clicks) => total + clicks, 0);
  return {
    note: (step: string) => {
      steps[step] = getClicks() - sum();
    },
    steps,
    sum,
  };
}

// What the walk counted by hand before: 44 for the new customer, 12 for the month's end, 8 for a refund, 15 for the SMS
// of which none had a text of its own. The caller's three clicks are in `company/caller.test.ts`.
describe("a day's tasks take few clicks", () => {
  test("a new customer: company, order, payment, audit, grant, invoice over two orders", {
    tags: "full",
  }, async ({ openPageAs, server }) => {
    const sales = await openPageAs("operator");
    const finance = await openPageAs("finance");
    const [countSales, countFinance] = [await countClicks(sales), await countClicks(finance)];
    const { note, steps, sum } = createLog(() => countSales() + countFinance());
    const name = newCompanyFields.企业名称;

    await openDesk(sales);
    const companies = sales.getByRole("link", { name: "账号列表" });
    if ((await companies.filter({ visible: true }).count()) === 0) await button(sales, /账号管理/).click();
    await shown(companies).click();
    await button(sales, "新增").click();
    const company = sales.getByRole("dialog", { name: "新增企业" });
    for (const [label, value] of Object.entries(newCompanyFields))
      await company.getByRole("textbox", { name: label, exact: true }).fill(value);
    await company.getByRole("textbox", { name: "地区", exact: true }).click();
    for (const part of ["湖北省", "武汉市", "江岸区"])
      await sales.getByRole("option", { name: part }).click();
    // Oneself is preset.
    await expect
      .poll(() => company.getByRole("combobox", { name: "客户经理" }).inputValue())
      .toContain("周晓岚");
    await button(company, "保存").click();
    await company.getByText("初始密码只显示这一次").waitFor();
    note("company");

    await company.getByRole("link", { name: "继续创建订单" }).click();
    const order = sales.getByRole("dialog", { name: "新增订单" });
    await typeChoice(sales, order.getByRole("combobox", { name: "商品", exact: true }), "影像云存储基础包");
    await order.getByText("已由服务器核算").waitFor();
    await button(order, "保存").click();
    await order.waitFor({ state: "detached" });
    note("order");

    await button(rowOf(sales, name), /^登记回款/).click();
    const register = sales.getByRole("dialog", { name: /^登记回款 / });
    await register.getByRole("textbox", { name: "付款银行" }).fill("招商银行武汉分行");
    await register.getByRole("textbox", { name: "银行流水号" }).fill("FIVE20261120001");
    await register.locator("input[type=file]").setInputFiles(await createReceiptPng("回单.png"));
    await register.getByRole("img", { name: "付款凭证预览" }).waitFor();
    await button(register, "登记").click();
    await register.waitFor({ state: "detached" });
    note("payment");

    await passAudit(finance, /^待我审核/, name);
    note("audit");

    await shown(sales.getByRole("link", { name })).click();
    await shown(sales.getByRole("heading", { name })).waitFor();
    await shown(sales.getByRole("tab", { name: /^服务/ })).click();
    await shown(sales.getByText("影像云存储")).waitFor();
    note("grant");

    // A second order with a contract may be invoiced before it is paid; making it is no part of the count.
    await createContractOrder(server.url, name);
    await shown(sales.getByRole("tab", { name: /^订单/ })).click();
    const boxes = sales.locator("tbody tr[data-id]").filter({ visible: true }).getByRole("checkbox");
    await expect.poll(() => boxes.count()).toBe(2);
    for (const nth of [0, 1]) await boxes.nth(nth).check();
    await button(sales, "申请发票").click();
    const apply = sales.getByRole("dialog", { name: "申请发票" });
    await apply.getByRole("textbox", { name: "收票邮箱" }).fill("finance@qingchuan.cn");
    await button(apply, "提交申请").click();
    await apply.waitFor({ state: "detached" });
    note("invoice");

    await openDesk(finance);
    await finance
      .getByRole("link", { name: /^待开票/ })
      .first()
      .click();
    await button(rowOf(finance, name), /^开票/).click();
    const issue = finance.getByRole("dialog", { name: /^开票 / });
    await issue.getByRole("textbox", { name: "发票号码" }).fill("26442000000055550001");
    await button(issue, "确认开票").click();
    await issue.waitFor({ state: "detached" });
    note("issue");
    expect(steps).toEqual({
      company: 8,
      order: 2,
      payment: 2,
      audit: 3,
      grant: 2,
      invoice: 5,
      issue: 3,
    });
    expect(sum()).toBeLessThanOrEqual(28);
  });

  test("an SMS to the companies of a province whose services end within 30 days", async ({ openPageAs }) => {
    const page = await openPageAs("operator");
    const { note, steps } = createLog(await countClicks(page));
    await openDesk(page);
    await page.getByRole("link", { name: /^30 天内到期的企业/ }).click();
    await button(page, /^展开/).click();
    await shown(page.getByRole("textbox", { name: "地区", exact: true })).click();
    await page.getByRole("option", { name: "浙江省" }).click();
    await closePopup(page, page.getByRole("listbox").first());
    await button(page, "查询").click();
    await shown(page.getByText("地区：浙江省")).waitFor();
    note("find");
    await button(page, "群发短信").click();
    const form = page.getByRole("dialog", { name: "群发短信" });
    await form.getByRole("combobox", { name: "短信模板" }).click();
    await page.getByRole("option", { name: "服务到期" }).click();
    await form
      .getByText(/您的服务「.+」将于\d+天后到期/)
      .first()
      .waitFor();
    await button(form, /^发送给 [\d,]+ 人$/).click();
    await button(page, "确认发送").click();
    await page.getByRole("dialog", { name: "群发进度" }).waitFor();
    note("send");
    // One of them answers whether so many shall receive it.
    expect(steps).toEqual({ find: 5, send: 5 });
  });

  test("the month's end: the paid orders of last month as a file", { tags: "full" }, async ({
    openPageAs,
  }) => {
    const page = await openPageAs("finance");
    const { note, steps } = createLog(await countClicks(page));
    await openDesk(page);
    // Going to a page is no way to find out whether the keys work: one that comes late would undo what follows.
    const help = await openKeyHelp(page);
    await closePopup(page, help);
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForURL("**/order/orderList");
    await shown(page.getByRole("tab", { name: /^已支付/ })).click();
    await button(page, /^展开/).click();
    await shown(page.getByLabel("日期", { exact: true })).click();
    const lastMonth = page.getByRole("button", { name: "上月", exact: true });
    await lastMonth.click();
    await lastMonth.waitFor({ state: "hidden" });
    // When the money came, not when the order was made; by the keyboard.
    const dateType = shown(page.getByRole("combobox", { name: "日期类型" }));
    expect(await dateType.getAttribute("placeholder")).toBe("创建时间");
    await dateType.press("ArrowDown");
    await shown(page.getByRole("option", { name: "创建时间" })).waitFor();
    await dateType.press("ArrowDown");
    await dateType.press("ArrowDown");
    await dateType.press("Enter");
    await expect.poll(() => dateType.inputValue()).toBe("到账时间");
    await shown(page.getByRole("textbox", { name: "关键字" })).focus();
    await page.keyboard.press("Enter");
    await shown(page.getByText(/^到账时间：/)).waitFor();
    await button(page, "导出").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "开始导出" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^订单列表_/);
    note("export");
    expect(steps).toEqual({ export: 6 });
  });

  test("a refund: asked for by sales, audited by finance", async ({ openPageAs }) => {
    const sales = await openPageAs("operator");
    const finance = await openPageAs("finance");
    const [countSales, countFinance] = [await countClicks(sales), await countClicks(finance)];
    const { note, steps } = createLog(() => countSales() + countFinance());
    await sales.goto("/order/orderList");
    await shown(sales.getByRole("tab", { name: /^已支付/ })).click();
    // A refund can be asked for while an invoice is applied for, but not be audited.
    const rows = sales.locator("tbody tr").filter({ hasText: "未开票" });
    await shown(rows.locator("button[aria-label^='退款 ']:not([aria-disabled])")).click();
    const refund = sales.getByRole("dialog", { name: /^申请退款 / });
    const orderNo = ((await refund.getByRole("heading").first().textContent()) ?? "").replace(
      "申请退款 ",
      "",
    );
    // The whole sum and the customer as payee are preset.
    const reason = refund.getByRole("combobox", { name: "退款原因" });
    await reason.press("ArrowDown");
    await shown(sales.getByRole("option")).waitFor();
    await reason.press("ArrowDown");
    await reason.press("Enter");
    await expect.poll(() => reason.inputValue()).not.toBe("");
    await button(refund, "申请退款").click();
    await refund.waitFor({ state: "detached" });
    note("request");

    await passAudit(finance, /^退款中/, orderNo);
    note("audit");
    expect(steps).toEqual({ request: 3, audit: 3 });
  });
});

/** Creates an order of the company with a contract, as the administrator. */
async function createContractOrder(url: string, name: string): Promise<void> {
  const admin = await loginClient(url);
  const list = z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) });
  const find = async (path: string, keyword: string) => {
    const { data } = await admin.call("POST", path, { pageNo: 1, pageSize: 20, keyword });
    const [found] = list.parse(data).list;
    if (!found) throw new Error(`${path} has no ${keyword}`);
    return found.id;
  };
  const { state, message } = await admin.call("POST", "/order/v3/create", {
    companyId: await find("/company/pageList", name),
    type: "new",
    items: [{ goodsId: await find("/goodsInfo/pageList", "影像云存储基础包"), quantity: 1, months: 12 }],
    discountFen: 0,
    payMethod: "bank",
    contractNo: "HT-FIVE-0001",
    requestId: "five-tasks-contract",
  });
  if (state !== 0) throw new Error(message);
}
