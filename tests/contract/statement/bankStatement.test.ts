import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type BankStatement, bankStatementCalls } from "../../../adapters/contract/bankStatement.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import type { RequestHeaders } from "../../helpers/testPlatform.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "../order/orderFixture.ts";

const setup = await setupOrders();
const { ctx, fixture, finance } = setup;
const { id: companyId } = await setup.factory.createCompany({ name: "晴川低空科技有限公司" });
const items = [{ goodsId: setup.goods.id, quantity: 1, months: 12 }];
const order = unwrapData<OrderDetail>(await fixture.create(setup.operator, { companyId, items }));
afterAll(() => ctx.close());

const readStatement = async (headers: RequestHeaders, lines: readonly string[]) =>
  injectCall(
    ctx.app,
    bankStatementCalls.bankStatementRead,
    { file: new Blob([["交易日期,流水号,对方户名,贷方发生额", ...lines].join("\n")]) },
    headers,
  );
const statementText = ["20260301,CMB0001,晴川低空科技有限公司,1200.00", "20260301,CMB0002,路人,3.00"];

describe("an imported statement", () => {
  test("proposes without registering, and is registered by a person who then cannot audit it", async () => {
    const importer = await fixture.createColleague("finance");
    const { lines } = unwrapData<BankStatement>(await readStatement(importer.headers, statementText));
    expect(lines.map(({ match, candidates }) => [match, candidates.map(({ orderNo }) => orderNo)])).toEqual([
      ["matched", [order.orderNo]],
      ["none", []],
    ]);
    expect(await ctx.db.$count(orderPays)).toBe(0);

    const [first] = lines;
    const [candidate] = first?.candidates ?? [];
    if (!first || !candidate) throw new Error("The first line has no order");
    const { amountFen, bankName, bankSerialNo, payerName, paidAt } = first;
    const payment = { amountFen, bankName, bankSerialNo, payerName, paidAt };
    const body = { id: candidate.orderId, version: candidate.version, requestId: "statement-1", ...payment };
    const register = () => injectCall(ctx.app, orderPayCalls.orderPayRegister, { body }, importer.headers);
    const registered = unwrapData<OrderState>(await register());
    // Sent again after a lost answer: registered once.
    expect(unwrapData<OrderState>(await register())).toEqual(registered);
    expect(await ctx.db.$count(orderPays)).toBe(1);
    expect((await fixture.getPayments(order.id))[0]).toMatchObject({
      bankSerialNo: "CMB0001",
      bankName: "对账单未注明",
      amountFen: 120_000,
      paidAt: "2026-02-28T16:00:00.000Z",
      registeredBy: importer.id,
      payerDiffers: false,
      status: "pending",
    });

    expect((await fixture.audit(importer.headers, registered, { pass: true })).body.message).toBe(
      "不能审核自己登记的回款，请由其他财务人员审核",
    );
    const again = unwrapData<BankStatement>(await readStatement(importer.headers, statementText));
    const [known] = await fixture.getPayments(order.id);
    const note = `该流水号已登记过回款 ${known?.payNo}（订单 ${order.orderNo}，${candidate.companyName}）`;
    expect(again.lines[0]).toMatchObject({ match: "duplicate", note });
    expect(unwrapData<OrderState>(await fixture.audit(finance, registered, { pass: true })).status).toBe(
      "paid",
    );
  });

  test("is refused in Chinese when the file has other columns", async () => {
    const { body } = await injectCall(
      ctx.app,
      bankStatementCalls.bankStatementRead,
      { file: new Blob(["姓名,电话\n甲,1"]) },
      finance,
    );
    expect([body.state, body.message]).toEqual([
      -1,
      "对账单中没有找到这些列：交易日期、流水号、对方户名、到账金额（或收支金额和借贷标志），请下载包含它们的明细后再导入",
    ]);
  });

  test("is read by the columns that a colleague has chosen for these headings", async () => {
    const text = "记账日,编号,付款单位,金额,说明\n2026-02-28,K1,路人,6.00,服务费";
    const read = async (content: string) =>
      unwrapData<BankStatement>(
        await injectCall(
          ctx.app,
          bankStatementCalls.bankStatementRead,
          { file: new Blob([content]) },
          finance,
        ),
      );
    const columns = {
      date: 0,
      time: null,
      serial: 1,
      payer: 2,
      income: 3 as number | null,
      amount: null,
      direction: null,
      bank: null,
      remarks: [4],
    };
    const { headers } = await fixture.createColleague("finance");
    const headings = ["记账日", "编号", "付款单位", "金额", "说明"];
    const save = async (chosen: typeof columns) =>
      (
        await injectCall(
          ctx.app,
          bankStatementCalls.statementLayoutSave,
          { body: { headings, statementColumns: chosen } },
          headers,
        )
      ).body.message;

    const unread = await read(text);
    expect(unread.lines).toEqual([]);
    expect(unread.layout.problems).toEqual(["没有认出这些列：交易日期、流水号、对方户名、借贷标志"]);
    expect(await save({ ...columns, income: null })).toMatch(/^请选择到账金额所在的列/);
    expect(await save({ ...columns, serial: 0 })).toBe("同一列不能选择两次");
    expect(await save({ ...columns, income: 5 })).toBe("所选的列不在标题行中，请重新选择");
    expect(await save(columns)).toBe("");
    // The next month's file, with a title above.
    const { lines, layout } = await read(`三月明细\n${text}`);
    expect(lines).toMatchObject([
      { bankSerialNo: "K1", payerName: "路人", amountFen: 600, remark: "服务费" },
    ]);
    expect(layout).toMatchObject({
      titleRow: 2,
      problems: [],
      saved: { name: expect.stringMatching(/^同事/) },
    });
    expect((await read(text.replace("编号", "单号"))).layout.saved).toBeNull();
    expect(await save({ ...columns, remarks: [] })).toBe("");
    const rows = await ctx.db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entity, "statementLayout"))
      .orderBy(auditLog.id);
    const chosen = "交易日期：记账日，流水号：编号，对方户名：付款单位，到账金额：金额";
    expect(rows).toEqual([
      { before: null, after: { statementColumns: `${chosen}，摘要附言：说明` } },
      { before: { statementColumns: `${chosen}，摘要附言：说明` }, after: { statementColumns: chosen } },
    ]);
  });
});
