import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { type InvoiceDesk, invoiceDesk } from "../invoiceDesk.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

const desks = new WeakMap<World, Promise<InvoiceDesk>>();

/** One desk for the platform. */
function deskOf(world: World): Promise<InvoiceDesk> {
  const known = desks.get(world) ?? invoiceDesk(world.on);
  desks.set(world, known);
  return known;
}

const applied = async (world: World) => (await deskOf(world)).applied();
const byId = async (world: World) => ({ params: { id: (await applied(world)).id } });
const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const act = { id: "1", version: 1, requestId: "12345678" };
const target = async (world: World) => {
  const { id, version } = await applied(world);
  return { id, version, requestId: world.requestId() };
};

export const invoiceSamples: Samples<typeof invoiceCalls> = {
  invoiceApply: {
    role: "operator",
    args: async (world) => {
      const desk = await deskOf(world);
      const { id, version } = await desk.rejected();
      const orderIds = await desk.orderIds(id);
      return { body: { ...desk.buyer, id, version, orderIds, requestId: world.requestId() } };
    },
    bad: {
      args: { body: { orderIds: ["1", "1"], title: "某公司", type: "normal", email: "a@b.cn" } },
      path: "orderIds",
    },
  },
  invoicePageList: {
    role: "finance",
    args: () => ({
      body: { ...firstPage, dateField: "issued", sort: { field: "issueDate", order: "desc" } },
    }),
    bad: { args: { body: { ...firstPage, status: "void" } }, path: "status" },
  },
  invoiceDetail: { role: "finance", args: byId, bad: badId },
  invoiceOrders: { role: "finance", args: byId, bad: badId },
  invoiceRejected: {
    role: "finance",
    args: async (world) => ({ body: { ...(await target(world)), reason: "抬头有误" } }),
    bad: { args: { body: { ...act, reason: "" } }, path: "reason" },
  },
  invoiceCancel: {
    role: "operator",
    args: async (world) => ({ body: { ...(await target(world)), reason: "客户不需要" } }),
    bad: { args: { body: { ...act, version: 0, reason: "不需要" } }, path: "version" },
  },
  invoiceUpdateNo: {
    role: "finance",
    args: async (world) => ({
      body: { ...(await target(world)), invoiceNo: (await deskOf(world)).newNumber() },
    }),
    bad: { args: { body: { ...act, invoiceNo: "1".repeat(19) } }, path: "invoiceNo" },
  },
  invoiceUpdateRemark: {
    role: "operator",
    args: async (world) => ({ body: { ...(await target(world)), remark: "寄送纸质件" } }),
    bad: { args: { body: { ...act, remark: "备".repeat(201) } }, path: "remark" },
  },
  invoiceFile: {
    role: "finance",
    args: () => ({ file: new Blob(["%PDF-1.7\n%%EOF\n"], { type: "application/pdf" }) }),
    bad: { args: { body: { file: "not a form" } }, path: "file" },
  },
  invoiceExport: {
    role: "finance",
    args: async (world) => {
      await applied(world);
      return { body: {} };
    },
    bad: { args: { body: { type: "red" } }, path: "type" },
  },
};
