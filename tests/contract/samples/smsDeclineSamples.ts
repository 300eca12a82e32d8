import type { smsDeclineCalls } from "../../../adapters/contract/smsDecline.ts";
import { insertDecline } from "../sms/smsFixture.ts";
import type { Samples } from "./sample.ts";

const firstPage = { pageNo: 1, pageSize: 20 };
const badId = { args: { params: { id: "0" } }, path: "id" };

export const smsDeclineSamples: Samples<typeof smsDeclineCalls> = {
  smsDeclineExport: {
    role: "operator",
    args: async ({ ctx, nextPhone }) => {
      await insertDecline(ctx.db, nextPhone());
      return { body: {} };
    },
    invalid: { args: { body: { source: "letter" } }, path: "source" },
  },
  smsDeclineList: {
    role: "operator",
    args: () => ({ body: { ...firstPage, source: "staff", sort: { field: "at", order: "desc" } } }),
    invalid: { args: { body: { ...firstPage, source: "letter" } }, path: "source" },
  },
  smsDeclineOne: {
    role: "operator",
    args: async (context) => ({ params: { id: await insertDecline(context.ctx.db, context.nextPhone()) } }),
    invalid: badId,
  },
  smsDeclineEnd: {
    role: "admin",
    args: async (context) => ({
      body: {
        id: await insertDecline(context.ctx.db, context.nextPhone()),
        reason: "机主来电要求恢复",
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { id: "1", reason: "", requestId: "12345678" } }, path: "reason" },
  },
};
