import { eq } from "drizzle-orm";
import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import type { orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import { invoiceProfiles } from "../../../server/db/schema/invoice.ts";
import { createInvoiceFixture, type InvoiceFixture } from "../invoice/invoiceFixture.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

const fixtures = new WeakMap<SampleContext, Promise<InvoiceFixture>>();

/** One fixture per platform. */
function getFixture(context: SampleContext): Promise<InvoiceFixture> {
  const cached = fixtures.get(context) ?? createInvoiceFixture(context.ctx);
  fixtures.set(context, cached);
  return cached;
}

const createApplied = async (context: SampleContext) => (await getFixture(context)).createApplied();
const idArgs = async (context: SampleContext) => ({ params: { id: (await createApplied(context)).id } });
const badId = { args: { params: { id: "0" } }, path: "id" };
const firstPage = { pageNo: 1, pageSize: 20 };
const sampleAction = { id: "1", version: 1, requestId: "12345678" };
const toActionBody = async (context: SampleContext) => {
  const { id, version } = await createApplied(context);
  return { id, version, requestId: context.nextRequestId() };
};

export const invoiceSamples: Samples<typeof invoiceCalls> = {
  invoiceApply: {
    role: "operator",
    args: async (context) => {
      const fixture = await getFixture(context);
      const { id, version } = await fixture.createRejected();
      const orderIds = await fixture.getOrderIds(id);
      return { body: { ...fixture.buyer, id, version, orderIds, requestId: context.nextRequestId() } };
    },
    invalid: {
      args: { body: { orderIds: ["1", "1"], title: "某公司", type: "normal", email: "a@b.cn" } },
      path: "orderIds",
    },
  },
  invoicePageList: {
    role: "finance",
    args: () => ({
      body: { ...firstPage, dateField: "issued", sort: { field: "issueDate", order: "desc" } },
    }),
    invalid: { args: { body: { ...firstPage, status: "void" } }, path: "status" },
  },
  invoiceDetail: { role: "finance", args: idArgs, invalid: badId },
  invoiceOrders: { role: "finance", args: idArgs, invalid: badId },
  invoiceRejected: {
    role: "finance",
    args: async (context) => ({ body: { ...(await toActionBody(context)), reason: "抬头有误" } }),
    invalid: { args: { body: { ...sampleAction, reason: "" } }, path: "reason" },
  },
  invoiceCancel: {
    role: "operator",
    args: async (context) => ({ body: { ...(await toActionBody(context)), reason: "客户不需要" } }),
    invalid: { args: { body: { ...sampleAction, version: 0, reason: "不需要" } }, path: "version" },
  },
  invoiceUpdateNo: {
    role: "finance",
    args: async (context) => ({
      body: { ...(await toActionBody(context)), invoiceNo: (await getFixture(context)).nextInvoiceNo() },
    }),
    invalid: { args: { body: { ...sampleAction, invoiceNo: "1".repeat(19) } }, path: "invoiceNo" },
  },
  invoiceUpdateRemark: {
    role: "operator",
    args: async (context) => ({ body: { ...(await toActionBody(context)), remark: "寄送纸质件" } }),
    invalid: { args: { body: { ...sampleAction, remark: "备".repeat(201) } }, path: "remark" },
  },
  invoiceFile: {
    role: "finance",
    args: () => ({ file: new Blob(["%PDF-1.7\n%%EOF\n"], { type: "application/pdf" }) }),
    invalid: { args: { body: { file: "not a form" } }, path: "file" },
  },
  invoiceExport: {
    role: "finance",
    args: async (context) => {
      await createApplied(context);
      return { body: {} };
    },
    invalid: { args: { body: { type: "red" } }, path: "type" },
  },
};

export const orderInvoiceSamples: Samples<typeof orderInvoiceCalls> = {
  invoicesOfOrder: {
    role: "operator",
    args: async (context) => {
      const [id = ""] = await (await getFixture(context)).getOrderIds((await createApplied(context)).id);
      return { params: { id } };
    },
    invalid: badId,
  },
  invoiceProfile: {
    role: "operator",
    args: async (context) => ({ params: { id: (await context.getCompany()).id } }),
    invalid: badId,
  },
  invoiceProfileSave: {
    role: "operator",
    args: async (context) => {
      // The application leaves a profile behind.
      const { companyId, title, taxNo } = await createApplied(context);
      const [profile] = await context.ctx.db
        .select()
        .from(invoiceProfiles)
        .where(eq(invoiceProfiles.companyId, companyId));
      const version = profile?.version ?? 0;
      return {
        body: {
          id: companyId,
          version,
          type: "normal",
          title,
          taxNo,
          email: "kaipiao@example.com",
          requestId: context.nextRequestId(),
        },
      };
    },
    invalid: {
      args: { body: { ...sampleAction, type: "normal", title: "某公司", taxNo: "12" } },
      path: "taxNo",
    },
  },
};
