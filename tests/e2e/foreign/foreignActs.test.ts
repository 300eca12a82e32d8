/** @module-tag full */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../browser/launchChromium.ts";
import { findFaults, openForeignConsole } from "./openForeignConsole.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const list = (rows: readonly object[]) => ({ body: { state: 0, data: { list: rows } } });

/** A page of the console, once it is signed in. */
async function open(page: Page, address: string): Promise<void> {
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  await page.goto(new URL(address, page.url()).href);
}

const orders = [
  { id: "o/1", status: "auditing", orderNo: "DD-1", companyName: "公司甲" },
  { id: "o/2", status: "pending", orderNo: "DD-2", payableFen: 120_000, paidFen: 0 },
];

test("an order is audited by what the list and its payments tell; its PDF opens by the given address", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer("POST /order/v3/pageList", list(orders));
  const voucher = new URL("/wms/api/voucher.pdf?sign=a%2Fb", platform.apiUrl).href;
  platform.setAnswer("GET /orderPay/forOrderId/{id}", {
    body: { state: 0, data: [{ id: 5, status: 7, amountFen: 120_000, voucherUrl: voucher }] },
  });
  await open(page, "/order/orderList");
  await page.getByRole("button", { name: "审核 DD-1" }).click();
  const audit = page.getByRole("dialog", { name: "财务审核 DD-1" });
  await audit.getByText("¥1,200.00").first().waitFor();
  const link = audit.getByRole("link", { name: "在新标签页打开" });
  await expect.poll(() => link.getAttribute("href")).toBe(voucher);
  expect(await findFaults(page)).toEqual([]);
  await audit.getByRole("button", { name: "通过", exact: true }).click();
  await audit.waitFor({ state: "detached" });
  expect(platform.requestsOf("POST /order/v3/financial/audit")[0]?.body).toMatchObject({
    id: "o/1",
    pass: true,
  });
});

test("an order's page leaves out what only a full record has", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer("POST /order/v3/pageList", list(orders));
  await open(page, `/order/orderList?detail=${encodeURIComponent("o/1")}`);
  const detail = page.getByRole("dialog");
  await detail.getByRole("heading", { name: "回款记录" }).waitFor();
  expect(await detail.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(["服务开通", "回款记录"]);
  expect(await findFaults(page)).toEqual([]);
});

test("an order is paid without a file that the platform cannot take, and cancelled for a typed reason", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer("POST /order/v3/pageList", list(orders));
  platform.setAnswer("GET /sysDict/query/{key}", { body: { state: 0, data: [] } });
  await open(page, "/order/orderList");
  await page.getByRole("button", { name: "登记回款 DD-2" }).click();
  const register = page.getByRole("dialog", { name: "登记回款 DD-2" });
  await register.getByRole("textbox", { name: "付款银行" }).fill("工商银行");
  await register.getByRole("textbox", { name: "银行流水号" }).fill("C1");
  await register.getByRole("textbox", { name: "付款方" }).fill("公司乙");
  expect(await register.getByText("付款凭证").count()).toBe(0);
  await register.getByRole("button", { name: "登记", exact: true }).click();
  await register.waitFor({ state: "detached" });
  expect(platform.requestsOf("PUT /order/v3/pay/updateBankName")[0]?.body).toMatchObject({
    id: "o/2",
    bankName: "工商银行",
    amountFen: 120_000,
  });
  await page.getByRole("button", { name: "取消 DD-2" }).click();
  const cancel = page.getByRole("dialog", { name: "取消订单 DD-2" });
  await cancel.getByRole("textbox", { name: "取消原因" }).fill("客户改期");
  await cancel.getByRole("button", { name: "取消订单" }).click();
  await cancel.waitFor({ state: "detached" });
  expect(platform.requestsOf("POST /order/v3/cancel")[0]?.body).toEqual({ id: "o/2", reason: "客户改期" });
});

test.each([
  { body: { state: 1, msg: "字典不存在" } },
  { status: 404, text: "<html><h1>404 Not Found</h1></html>" },
])("a reason is typed where the platform has no such dictionary and answers %j", async (answer) => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer("POST /order/v3/pageList", list(orders));
  platform.setAnswer("GET /sysDict/query/{key}", answer);
  await open(page, "/order/orderList");
  await page.getByRole("button", { name: "取消 DD-2" }).click();
  const cancel = page.getByRole("dialog", { name: "取消订单 DD-2" });
  await cancel.getByRole("textbox", { name: "取消原因" }).fill("客户改期");
  await cancel.getByRole("button", { name: "取消订单" }).click();
  await cancel.waitFor({ state: "detached" });
  expect(platform.requestsOf("POST /order/v3/cancel")[0]?.body).toEqual({ id: "o/2", reason: "客户改期" });
});

test("one user is sent a text without a template, a signature or a preview", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer("POST /user/pageList", list([{ id: "u/1", name: "飞手甲", status: "normal" }]));
  await open(page, "/account/userList");
  await page.getByRole("button", { name: "发短信 飞手甲" }).click();
  const form = page.getByRole("dialog", { name: "发短信给 飞手甲" });
  await form.getByRole("textbox", { name: "短信内容" }).fill("今晚系统维护");
  expect(await form.getByText("没有这项功能").count()).toBe(0);
  await form.getByRole("button", { name: "发送", exact: true }).click();
  await page.getByRole("button", { name: "确认发送" }).click();
  await form.waitFor({ state: "detached" });
  const [sent] = platform.requestsOf("POST /sms/send/all");
  expect(sent?.body).toMatchObject({ content: "今晚系统维护", target: { userIds: ["u/1"] } });
});

test("an invoice is applied for an order whose amount is not told", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer(
    "POST /order/v3/pageList",
    list([{ id: "o/3", status: "paid", orderNo: "DD-3", companyId: "c/1", payableFen: 99.5 }]),
  );
  await open(page, "/order/orderList");
  await page.getByRole("button", { name: "申请发票 DD-3" }).click();
  const form = page.getByRole("dialog", { name: "申请发票" });
  await form.getByText("DD-3").waitFor();
  await form.getByRole("textbox", { name: "发票抬头" }).fill("公司甲");
  await form.getByRole("textbox", { name: "税号" }).fill("914403001234567");
  await form.getByRole("textbox", { name: "收票邮箱" }).fill("a@b.cn");
  await form.getByRole("button", { name: "提交申请" }).click();
  await form.waitFor({ state: "detached" });
  expect(platform.requestsOf("POST /invoice/order/apply")[0]?.body).toMatchObject({ orderIds: ["o/3"] });
});

test("a company is acted on from its own page, as its list has it", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  platform.setAnswer("POST /company/pageList", list([{ id: "c/1", name: "公司甲", status: "normal" }]));
  await open(page, `/company/${encodeURIComponent("c/1")}`);
  await page.getByRole("button", { name: "备注", exact: true }).click();
  const note = page.getByRole("dialog", { name: "备注 公司甲" });
  await note.getByRole("textbox", { name: "备注" }).fill("年底续费");
  await note.getByRole("button", { name: "保存" }).click();
  await note.waitFor({ state: "detached" });
  expect(platform.requestsOf("PUT /company/account/update")[0]?.body).toEqual({
    id: "c/1",
    remark: "年底续费",
  });
  expect(platform.requests.filter(({ call }) => call === undefined)).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
});

test("a text goes to all companies without templates or a preview", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  await open(page, "/msg/msgList");
  await page.getByRole("button", { name: "群发" }).click();
  const form = page.getByRole("dialog", { name: "群发短信" });
  await form.getByRole("textbox", { name: "短信内容" }).fill("今晚八点维护");
  expect(await form.getByText(/模板|签名|预览|按收件人填写/).count()).toBe(0);
  await form.getByRole("combobox", { name: "收件范围" }).click();
  await page.getByRole("option", { name: "全部企业" }).click();
  await form.getByRole("button", { name: "发送", exact: true }).click();
  await page.getByRole("button", { name: "确认发送" }).click();
  await form.waitFor({ state: "detached" });
  expect(platform.requestsOf("POST /sms/send/all")[0]?.body).toEqual({
    type: "notice",
    content: "今晚八点维护",
    target: { all: true },
  });
  expect(platform.requests.filter(({ call }) => call === undefined)).toEqual([]);
});

test("the task that is chosen opens, though the platform answers all and tells little", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  const last = { lng: 114.3, lat: 30.5 };
  platform.setAnswer(
    "POST /task/start/list",
    list([{ taskId: "t/1" }, { taskId: "t/2", status: "running", last }]),
  );
  await page.getByText("飞行中 2").waitFor();
  await page.getByRole("region", { name: "任务列表" }).getByRole("button", { name: /^t\/2/ }).click();
  await page
    .getByRole("region", { name: "任务 t/2" })
    .getByRole("button", { name: "任务、空域与报送" })
    .click();
  expect(await findFaults(page)).toEqual([]);
  expect(await page.getByText("未登记任务").count()).toBe(0);
});
