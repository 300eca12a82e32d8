import type { OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import type { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import type { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { type Colleague, dataOf, type OrderDesk, orderDesk } from "../orderDesk.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

interface Desk {
  readonly desk: OrderDesk;
  readonly colleague: Colleague;
  readonly wanted: {
    readonly companyId: string;
    readonly items: { goodsId: string; quantity: number; months: number }[];
  };
}

const desks = new WeakMap<World, Promise<Desk>>();

/** One desk for the platform, with a goods on sale and a colleague who is nobody's auditor. */
function deskOf(world: World): Promise<Desk> {
  const known = desks.get(world) ?? newDesk(world);
  desks.set(world, known);
  return known;
}

async function newDesk(world: World): Promise<Desk> {
  const desk = await orderDesk(world.on);
  const { id: goodsId } = await desk.goods();
  const company = await normalCompany(world);
  return {
    desk,
    colleague: await desk.colleague("admin"),
    wanted: { companyId: company.id, items: [{ goodsId, quantity: 2, months: 12 }] },
  };
}

async function normalCompany(world: World) {
  for (const nth of [3, 2, 1, 0]) {
    const company = await world.company(nth);
    if (company.status === "normal") return company;
  }
  throw new Error("Every demo company is frozen");
}

const pending = async (world: World) => {
  const { desk, colleague, wanted } = await deskOf(world);
  return dataOf<OrderDetail>(await desk.create(colleague.headers, wanted));
};
const auditing = async (world: World, by?: "operator") => {
  const { desk, colleague } = await deskOf(world);
  const order = await pending(world);
  const who = by ? await world.on.as(by) : colleague.headers;
  return dataOf<{ id: string; version: number }>(await desk.register(who, order));
};
const byId = async (world: World) => ({ params: { id: (await pending(world)).id } });
const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const act = { id: "1", version: 1, requestId: "12345678" };

export const orderSamples: Samples<typeof orderCalls> = {
  orderPageList: {
    role: "finance",
    args: () => ({ body: { ...firstPage, mine: true, sort: { field: "paidAt", order: "desc" } } }),
    bad: { args: { body: { ...firstPage, dateField: "refunded" } }, path: "dateField" },
  },
  orderOne: { role: "finance", args: byId, bad: badId },
  orderQuote: {
    role: "operator",
    args: async (world) => ({ body: { ...(await deskOf(world)).wanted, type: "new" } }),
    bad: {
      args: { body: { companyId: "1", type: "new", items: [{ goodsId: "1", quantity: 0, months: 1 }] } },
      path: "items.0.quantity",
    },
  },
  orderCreate: {
    role: "operator",
    args: async (world) => ({
      body: { ...(await deskOf(world)).wanted, type: "new", requestId: world.requestId() },
    }),
    bad: { args: { body: { companyId: "1", type: "gift", items: [] } }, path: "type" },
  },
  orderCancel: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await pending(world);
      return { body: { id, version, reason: "客户放弃", requestId: world.requestId() } };
    },
    bad: { args: { body: { ...act, reason: "" } }, path: "reason" },
  },
  orderAudit: {
    role: "finance",
    args: async (world) => {
      const { id, version } = await auditing(world);
      return { body: { id, version, pass: true, requestId: world.requestId() } };
    },
    bad: { args: { body: { ...act, pass: false } }, path: "remark" },
  },
  orderExport: {
    role: "finance",
    args: async (world) => {
      await pending(world);
      return { body: {} };
    },
    bad: { args: { body: { minFen: -1 } }, path: "minFen" },
  },
};

export const orderPaySamples: Samples<typeof orderPayCalls> = {
  orderPayForOrder: { role: "finance", args: byId, bad: badId },
  orderPayRegister: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await pending(world);
      return { body: { id, version, bankName: "中国银行", requestId: world.requestId() } };
    },
    bad: { args: { body: { ...act, bankName: "中国银行", amountFen: 0 } }, path: "amountFen" },
  },
  orderPayWithdraw: {
    role: "operator",
    args: async (world) => {
      const { id, version } = await auditing(world, "operator");
      return { body: { id, version, requestId: world.requestId() } };
    },
    bad: { args: { body: { ...act, version: 0 } }, path: "version" },
  },
  orderPayVoucher: {
    role: "finance",
    args: () => ({ file: new Blob(["%PDF-1.7\n%%EOF\n"], { type: "application/pdf" }) }),
    bad: { args: { body: { file: "not a form" } }, path: "file" },
  },
};

export const serviceGrantSamples: Samples<typeof serviceGrantCalls> = {
  companyServiceInfo: {
    role: "finance",
    args: async (world) => ({ params: { id: (await world.company()).id } }),
    bad: badId,
  },
  orderServiceInfo: { role: "finance", args: byId, bad: badId },
};
