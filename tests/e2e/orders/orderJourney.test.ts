import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { test } from "../../browser/signedInTest.ts";
import { createReceiptPdf, createReceiptPng, orderPageObject } from "./orderPageObject.ts";

const company = "宿州安拓无人机维修部";
const goods = "影像云存储基础包";

describe("an order from creation to invoice", () => {
  //
  test("is created, paid in two parts, audited by someone else, granted and invoiced, and then cannot be refunded (R-089, R-101, R-104, R-106 to R-109, R-116, R-132)", {
    tags: "full",
  }, async ({ openPageAs }) => {
    const salesPage = await openPageAs("operator");
    const order = orderPageObject(salesPage);
    await order.open();
    await order.toolbar.getByRole("button", { name: "新增" }).click();
    await order.fill(company, goods, "2");
    const total = order.record.getByRole("region", { name: "订单金额" });
    await total.getByText("已由服务器核算").waitFor();
    await expect.poll(() => order.record.getByRole("textbox", { name: "月数" }).inputValue()).toBe("12");
    await total.getByText("¥1,530.00").first().waitFor();
    const discount = order.record.getByRole("textbox", { name: "优惠金额" });
    await discount.fill("200");
    await order.record.getByText("已优惠 13.07%，超过 10% 的订单只能由超级管理员创建").waitFor();
    await discount.fill("30");
    await order.record.getByText("已优惠 1.96%").waitFor();
    await total.getByText("已由服务器核算").waitFor();
    await total.getByText("¥1,500.00").waitFor();
    await expectAccessible(salesPage, "[role=dialog]");
    const sent = salesPage.waitForRequest("**/wms/api/order/v3/create");
    await order.record.getByRole("button", { name: "保存" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      type: "new",
      items: [{ quantity: 2, months: 12 }],
      discountFen: 3000,
    });
    await order.record.waitFor({ state: "detached" });
    const waitForHighlight = () => salesPage.locator("tr[data-highlighted]").waitFor();
    await waitForHighlight();
    const orderNo = await order.getFirstOrderNo();
    const row = order.row(orderNo);
    await row.getByText("待支付").waitFor();

    await row.getByRole("button", { name: `登记回款 ${orderNo}` }).click();
    const amount = order.register.getByRole("textbox", { name: "到账金额" });
    await expect.poll(() => amount.inputValue()).toBe("1,500.00");
    await order.register.getByRole("button", { name: "登记", exact: true }).click();
    await order.register.getByText("请上传付款凭证").waitFor();
    await amount.fill("500");
    await order.register.getByRole("textbox", { name: "付款银行" }).fill("招商银行宿州分行");
    await order.register.getByRole("textbox", { name: "银行流水号" }).fill("C20261120000001");
    await order.register.locator("input[type=file]").setInputFiles(await createReceiptPng("回单.png"));
    await order.register.getByRole("img", { name: "付款凭证预览" }).waitFor();
    await expectAccessible(salesPage, "[role=dialog]");
    await order.register.getByRole("button", { name: "登记", exact: true }).click();
    await order.register.waitFor({ state: "detached" });
    await row.getByText("待审核").waitFor();
    expect(await row.getByRole("button", { name: /审核/ }).count()).toBe(0);

    const financePage = await openPageAs("finance");
    const financeOrders = orderPageObject(financePage);
    // Finance lands on what awaits its audit, the oldest first: a new order is on a later page.
    await financeOrders.open();
    await expect.poll(() => new URL(financePage.url()).search).toBe("?mine=true");
    await financeOrders.open(`mine=true&keyword=${orderNo}`);
    await financeOrders
      .row(orderNo)
      .getByRole("button", { name: `审核 ${orderNo}` })
      .click();
    await financeOrders.audit.getByText("¥500.00", { exact: true }).waitFor();
    await financeOrders.audit.getByRole("img", { name: "付款凭证，点击查看原图" }).waitFor();
    await financeOrders.audit.getByText("仍待付 ¥1,000.00；付清后才开通服务。").waitFor();
    const price = financeOrders.audit.getByRole("region", { name: "商品与价格" });
    await expect
      .poll(() => price.getByRole("listitem").allTextContents())
      .toEqual(["影像云存储基础包 × 2，12 个月¥1,530.00原价 ¥1,610.00"]);
    await expect
      .poll(() => price.locator("dl > div").allTextContents())
      .toEqual([
        "原价¥1,610.00 ",
        "总额¥1,530.00 原价的 95%",
        "优惠¥30.00 总额的 2%",
        "应付¥1,500.00 原价的 93.2%",
      ]);
    // Simulates a panel that was open for longer than the voucher's URL is valid.
    const voucher = financeOrders.audit.getByRole("link", { name: "付款凭证，点击查看原图" });
    await voucher.evaluate((link: HTMLAnchorElement) => {
      link.href = link.href.replace(/until=\d+/, "until=1");
    });
    const [shown] = await Promise.all([
      financePage.context().waitForEvent("response", (one) => one.url().includes("/uploads/")),
      voucher.click(),
    ]);
    expect([shown.status(), shown.headers()["content-type"]]).toEqual([200, "image/webp"]);
    await financePage.bringToFront();
    await expectAccessible(financePage, "[role=dialog]");
    await financeOrders.audit.getByRole("button", { name: "通过", exact: true }).click();
    await financeOrders.audit.waitFor({ state: "detached" });

    await order.waitForResponse(() => order.toolbar.getByRole("button", { name: "刷新" }).click());
    await row.getByText("部分付款").waitFor();
    await row.getByRole("button", { name: `登记回款 ${orderNo}` }).click();
    await expect.poll(() => amount.inputValue()).toBe("1,000.00");
    // Formatted as on a bank statement, while it is typed and once it is left.
    for (const [typed, left] of [
      ["999.5", "999.50"],
      ["1,000.00", "1,000.00"],
    ] as const) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      expect(await amount.inputValue()).toBe(typed);
      await amount.blur();
      await expect.poll(() => amount.inputValue()).toBe(left);
    }
    await order.register.getByRole("textbox", { name: "付款银行" }).fill("工商银行合肥分行");
    await order.register.getByRole("textbox", { name: "银行流水号" }).fill("C20261120000002");
    await order.register.getByRole("textbox", { name: "付款方" }).fill("合肥代付商贸有限公司");
    await order.register.locator("input[type=file]").setInputFiles(createReceiptPdf("回单.pdf"));
    await order.register.getByRole("link", { name: "回单.pdf" }).waitFor();
    await order.register.getByRole("button", { name: "登记", exact: true }).click();
    await order.register.waitFor({ state: "detached" });
    await row.getByText("待审核").waitFor();

    await financeOrders.waitForResponse(() =>
      financeOrders.toolbar.getByRole("button", { name: "刷新" }).click(),
    );
    await financeOrders
      .row(orderNo)
      .getByRole("button", { name: `审核 ${orderNo}` })
      .click();
    await financeOrders.audit.getByText("代付，需核实").waitFor();
    const pdf = financeOrders.audit.getByRole("link", { name: "在新标签页打开" });
    await expect.poll(() => pdf.getAttribute("href")).toMatch(/&view=inline$/);
    // This browser has no viewer: it would download what a frame shows.
    expect(await financeOrders.audit.locator("iframe").count()).toBe(0);
    await financeOrders.audit.getByText("影像云存储 2,000 GB，12 个月").waitFor();
    await financeOrders.audit.getByRole("button", { name: "通过", exact: true }).click();
    await financePage.getByText("请核实代付关系并勾选「代付已核实」").waitFor();
    await financeOrders.audit.getByRole("checkbox", { name: "代付已核实" }).check();
    await expectAccessible(financePage, "[role=dialog]");
    await financeOrders.audit.getByRole("button", { name: "通过", exact: true }).click();
    await financeOrders.audit.waitFor({ state: "detached" });

    await salesPage.goto(`/account/accountList?keyword=${encodeURIComponent(company)}`);
    await salesPage.getByRole("button", { name: `更多操作 ${company}` }).click();
    await salesPage.getByRole("menuitem", { name: "服务", exact: true }).click();
    const services = salesPage.getByRole("dialog", { name: `${company} 的服务` });
    const granted = services.getByRole("listitem").filter({ hasText: `订单 ${orderNo}` });
    await expect.poll(() => granted.count()).toBe(2);
    const quota = granted.getByRole("meter", { name: "影像云存储用量" });
    expect(await quota.getAttribute("aria-valuemax")).toBe("2000");
    expect(await quota.getAttribute("aria-valuenow")).toBe("0");
    await expectAccessible(salesPage, "[role=dialog]");
    await granted
      .first()
      .getByRole("link", { name: `订单 ${orderNo}` })
      .click();

    const detail = salesPage.getByRole("dialog", { name: orderNo });
    await detail.getByRole("table", { name: "回款记录" }).getByText("合肥代付商贸有限公司").waitFor();
    const steps = detail.getByRole("list", { name: "时间线" }).getByRole("listitem");
    await expect
      .poll(() => steps.locator("b").allTextContents())
      .toEqual(["审核通过", "登记回款", "审核通过", "登记回款", "创建订单"]);
    await expectAccessible(salesPage, "[role=dialog]");
    await detail.getByRole("button", { name: "关闭" }).click();

    await order.open(`keyword=${orderNo}`);
    await row.getByRole("checkbox").check();
    await order.toolbar.getByRole("button", { name: "申请发票" }).click();
    const apply = salesPage.getByRole("dialog", { name: "申请发票" });
    await apply.getByRole("textbox", { name: "收票邮箱" }).fill("fapiao@example.com");
    const taxNo = apply.getByRole("textbox", { name: "税号" });
    await expect.poll(() => taxNo.inputValue()).toMatch(/^[0-9A-Z]{18}$/);
    await apply.getByRole("button", { name: "提交申请" }).click();
    await apply.waitFor({ state: "detached" });
    await row.getByText("开票中").waitFor();

    const issued = await financePage.evaluate(issueInvoice, orderNo);
    expect(issued).toBe(0);
    await order.waitForResponse(() => order.toolbar.getByRole("button", { name: "刷新" }).click());
    await row.getByText("已开票").waitFor();
    await row.getByRole("button", { name: `退款 ${orderNo}` }).click({ force: true });
    await salesPage.getByText("该订单已开具发票，请先红冲").waitFor();
    expect(await salesPage.getByRole("dialog").count()).toBe(0);
  });

  test("cannot be audited by its creator, and returns to unpaid when finance rejects it", {
    tags: "full",
  }, async ({ openPageAs }) => {
    const page = await openPageAs("admin");
    const order = orderPageObject(page);
    await order.open();
    await order.toolbar.getByRole("button", { name: "新增" }).click();
    await order.fill(company, goods, "1");
    // Free by an admin's full discount. Not a trial: depending on the demo data's date it could be the company's second.
    await order.record.getByText("¥765.00").first().waitFor();
    await order.record.getByRole("textbox", { name: "优惠金额" }).fill("765");
    await order.record.getByText("已优惠 100.00%").waitFor();
    await order.record.getByText("已由服务器核算").waitFor();
    await order.record.getByRole("button", { name: "保存" }).click();
    await page.locator("tr[data-highlighted]").waitFor();
    const orderNo = await order.getFirstOrderNo();
    const row = order.row(orderNo);
    await row.getByText("待审核").waitFor();
    await row.getByRole("button", { name: `审核 ${orderNo}` }).click({ force: true });
    await page.getByText("不能审核自己创建的订单，请由其他财务人员审核").waitFor();
    expect(await order.audit.count()).toBe(0);

    const financePage = await openPageAs("finance");
    const financeOrders = orderPageObject(financePage);
    await financeOrders.open(`keyword=${orderNo}`);
    await financeOrders
      .row(orderNo)
      .getByRole("button", { name: `审核 ${orderNo}` })
      .click();
    await financeOrders.audit.getByText("该订单无需付款，通过后立即开通下列服务。").waitFor();
    await financeOrders.audit.getByRole("button", { name: "驳回" }).click();
    const rejecting = financePage.getByRole("dialog", { name: `财务审核驳回 ${orderNo}` });
    await rejecting.getByRole("button", { name: "驳回", exact: true }).click();
    await rejecting.getByText("请输入驳回原因").waitFor();
    await rejecting.getByRole("textbox", { name: "驳回原因" }).fill("试用申请缺少说明");
    await rejecting.getByRole("button", { name: "驳回", exact: true }).click();
    await financeOrders.audit.waitFor({ state: "detached" });
    await financeOrders.row(orderNo).getByText("待支付").waitFor();
  });

  test("is refunded when someone else approves, which ends its services (R-103)", async ({ openPageAs }) => {
    const page = await openPageAs("operator");
    const order = orderPageObject(page);
    await order.open("status=paid&invoiceStatus=none&payMethod=bank&sort=payableFen.desc");
    const orderNo = await order.getFirstOrderNo();
    await order
      .row(orderNo)
      .getByRole("button", { name: `退款 ${orderNo}` })
      .click();
    const refundDialog = page.getByRole("dialog", { name: `申请退款 ${orderNo}` });
    await refundDialog.getByText("该订单开通的服务立即终止").waitFor();
    // The sign is not dropped: what is typed is what is refused.
    const amount = refundDialog.getByRole("textbox", { name: "退款金额" });
    const all = await amount.inputValue();
    await amount.fill("");
    await amount.pressSequentially("-5");
    await refundDialog.getByRole("button", { name: "申请退款" }).click();
    await refundDialog.getByText(/^退款金额应大于 0，且不超过可退的 [\d.]+ 元$/).waitFor();
    expect([await amount.inputValue(), await amount.getAttribute("aria-invalid")]).toEqual(["-5.00", "true"]);
    await amount.fill(all);
    await order.choose(refundDialog, "退款原因", "", "项目终止");
    await refundDialog.getByRole("textbox", { name: "补充说明" }).fill("业主撤销了巡检项目");
    await refundDialog.getByRole("button", { name: "申请退款" }).click();
    await refundDialog.waitFor({ state: "detached" });

    const financePage = await openPageAs("finance");
    const financeOrders = orderPageObject(financePage);
    await financeOrders.open(`keyword=${orderNo}`);
    await financeOrders.row(orderNo).getByText("退款中").waitFor();
    await financeOrders
      .row(orderNo)
      .getByRole("button", { name: `审核 ${orderNo}` })
      .click();
    await financeOrders.audit.getByText("项目终止：业主撤销了巡检项目").waitFor();
    await financeOrders.audit.getByRole("button", { name: "通过", exact: true }).click();
    await financeOrders.audit.waitFor({ state: "detached" });
    await financeOrders.row(orderNo).getByText("已退款").waitFor();
    await financeOrders.row(orderNo).getByRole("button", { name: orderNo, exact: true }).click();
    const grants = financeOrders.drawer.getByRole("table", { name: "服务开通" });
    await grants.getByText("已终止").first().waitFor();
    expect(await grants.getByText("使用中").count()).toBe(0);
  });
});

/** Runs in finance's page: issues the first invoice application; returns the envelope's state. */
async function issueInvoice(orderNo: string): Promise<number> {
  const token = localStorage.getItem("token") ?? "";
  const { uToken } = JSON.parse(localStorage.getItem("user") ?? "{}") as { uToken: string };
  const headers = {
    "content-type": "application/json",
    authorization: token,
    "x-token": token,
    "u-token": uToken,
  };
  const call = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`/wms/api${path}`, { method, headers, body: JSON.stringify(body) });
    return (await response.json()) as { state: number; data: { list: { id: string; version: number }[] } };
  };
  const found = await call("POST", "/invoice/pageList", { pageNo: 1, pageSize: 1, status: "applied" });
  const [{ id, version } = { id: "", version: 0 }] = found.data.list;
  const body = { id, version, invoiceNo: `2644${orderNo.slice(2)}12`, requestId: crypto.randomUUID() };
  return (await call("PUT", "/invoice/update/invoiceNo", body)).state;
}
