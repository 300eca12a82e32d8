import type { bankStatementCalls } from "../../../adapters/contract/bankStatement.ts";
import type { OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import type { receivableCalls } from "../../../adapters/contract/receivable.ts";
import type { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { type Colleague, createOrderFixture, type OrderFixture, unwrapData } from "../order/orderFixture.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

interface OrderSampleFixture {
  readonly orders: OrderFixture;
  readonly colleague: Colleague;
  readonly orderBody: {
    readonly companyId: string;
    readonly items: { goodsId: string; quantity: number; months: number }[];
  };
}

const fixtures = new WeakMap<SampleContext, Promise<OrderSampleFixture>>();

/** One fixture per platform, with goods on sale and a colleague who does not audit. */
function getFixture(context: SampleContext): Promise<OrderSampleFixture> {
  const cached = fixtures.get(context) ?? createFixture(context);
  fixtures.set(context, cached);
  return cached;
}

async function createFixture(context: SampleContext): Promise<OrderSampleFixture> {
  const orders = await createOrderFixture(context.ctx);
  const { id: goodsId } = await orders.createGoods();
  const company = await getNormalCompany(context);
  return {
    orders,
    colleague: await orders.createColleague("admin"),
    orderBody: { companyId: company.id, items: [{ goodsId, quantity: 2, months: 12 }] },
  };
}

async function getNormalCompany(context: SampleContext) {
  for (const index of [3, 2, 1, 0]) {
    const company = await context.getCompany(index);
    if (company.status === "normal") return company;
  }
  throw new Error("Every demo company is frozen");
}

const createPending = async (context: SampleContext) => {
  const { orders, colleague, orderBody } = await getFixture(context);
  return unwrapData<OrderDetail>(await orders.create(colleague.headers, orderBody));
};
const createAuditing = async (context: SampleContext, by?: "operator") => {
  const { orders, colleague } = await getFixture(context);
  const order = await createPending(context);
  const who = by ? await context.ctx.loginAs(by) : colleague.headers;
  return unwrapData<{ id: string; version: number }>(await orders.register(who, order));
};
const idArgs = async (context: SampleContext) => ({ params: { id: (await createPending(context)).id } });
const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const sampleAction = { id: "1", version: 1, requestId: "12345678" };

export const orderSamples: Samples<typeof orderCalls> = {
  orderPageList: {
    role: "finance",
    args: () => ({ body: { ...firstPage, mine: true, sort: { field: "paidAt", order: "desc" } } }),
    invalid: { args: { body: { ...firstPage, dateField: "audited" } }, path: "dateField" },
  },
  orderOne: { role: "finance", args: idArgs, invalid: badId },
  orderQuote: {
    role: "operator",
    args: async (context) => ({ body: { ...(await getFixture(context)).orderBody, type: "new" } }),
    invalid: {
      args: { body: { companyId: "1", type: "new", items: [{ goodsId: "1", quantity: 0, months: 1 }] } },
      path: "items.0.quantity",
    },
  },
  orderCreate: {
    role: "operator",
    args: async (context) => ({
      body: { ...(await getFixture(context)).orderBody, type: "new", requestId: context.nextRequestId() },
    }),
    invalid: { args: { body: { companyId: "1", type: "gift", items: [] } }, path: "type" },
  },
  orderCancel: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await createPending(context);
      return { body: { id, version, reason: "客户放弃", requestId: context.nextRequestId() } };
    },
    invalid: { args: { body: { ...sampleAction, reason: "" } }, path: "reason" },
  },
  orderAudit: {
    role: "finance",
    args: async (context) => {
      const { id, version } = await createAuditing(context);
      return { body: { id, version, pass: true, requestId: context.nextRequestId() } };
    },
    invalid: { args: { body: { ...sampleAction, pass: false } }, path: "remark" },
  },
  orderExport: {
    role: "finance",
    args: async (context) => {
      await createPending(context);
      return { body: {} };
    },
    invalid: { args: { body: { minFen: -1 } }, path: "minFen" },
  },
};

export const orderPaySamples: Samples<typeof orderPayCalls> = {
  orderPayForOrder: { role: "finance", args: idArgs, invalid: badId },
  orderPayPageList: {
    role: "finance",
    args: () => ({ body: { ...firstPage, dateField: "paid", sort: { field: "paidAt", order: "desc" } } }),
    invalid: { args: { body: { ...firstPage, state: "lost" } }, path: "state" },
  },
  orderPayOne: {
    role: "finance",
    args: async (context) => {
      const { orders } = await getFixture(context);
      const [payment] = await orders.getPayments((await createAuditing(context)).id);
      return { params: { id: payment?.id ?? "" } };
    },
    invalid: badId,
  },
  orderPayExport: {
    role: "finance",
    args: async (context) => {
      await createAuditing(context);
      return { body: {} };
    },
    invalid: { args: { body: { minFen: -1 } }, path: "minFen" },
  },
  orderPayRegister: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await createPending(context);
      return { body: { id, version, bankName: "中国银行", requestId: context.nextRequestId() } };
    },
    invalid: { args: { body: { ...sampleAction, bankName: "中国银行", amountFen: 0 } }, path: "amountFen" },
  },
  orderPayWithdraw: {
    role: "operator",
    args: async (context) => {
      const { id, version } = await createAuditing(context, "operator");
      return { body: { id, version, requestId: context.nextRequestId() } };
    },
    invalid: { args: { body: { ...sampleAction, version: 0 } }, path: "version" },
  },
  orderPayVoucher: {
    role: "finance",
    args: () => ({ file: new Blob(["%PDF-1.7\n%%EOF\n"], { type: "application/pdf" }) }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
};

export const receivableSamples: Samples<typeof receivableCalls> = {
  receivableList: {
    role: "finance",
    args: () => ({ body: { ...firstPage, sort: { field: "olderFen", order: "desc" } } }),
    invalid: { args: { body: { ...firstPage, sort: { field: "age", order: "desc" } } }, path: "sort.field" },
  },
  receivableExport: {
    role: "finance",
    args: async (context) => {
      await createPending(context);
      return { body: {} };
    },
    invalid: { args: { body: { companyId: "0" } }, path: "companyId" },
  },
};

export const bankStatementSamples: Samples<typeof bankStatementCalls> = {
  bankStatementRead: {
    role: "finance",
    args: () => ({
      file: new Blob(["交易日期,流水号,对方户名,贷方发生额\n20260301,C1,晴川低空,100.00\n"], {
        type: "text/csv",
      }),
    }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
  statementLayoutSave: {
    role: "finance",
    args: () => ({
      body: {
        headings: ["记账日", "编号", "付款单位", "金额"],
        statementColumns: {
          date: 0,
          time: null,
          serial: 1,
          payer: 2,
          income: 3,
          amount: null,
          direction: null,
          bank: null,
          remarks: [],
        },
      },
    }),
    invalid: { args: { body: { headings: [] } }, path: "headings" },
  },
};

export const serviceGrantSamples: Samples<typeof serviceGrantCalls> = {
  companyServiceInfo: {
    role: "finance",
    args: async (context) => ({ params: { id: (await context.getCompany()).id } }),
    invalid: badId,
  },
  orderServiceInfo: { role: "finance", args: idArgs, invalid: badId },
};
