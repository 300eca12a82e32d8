import { eq } from "drizzle-orm";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

/** Creates a finished export of the operator. */
async function createExport({ ctx, nextRequestId }: SampleContext): Promise<string> {
  const exportId = nextRequestId();
  const headers = { ...(await ctx.loginAs("operator")), "x-export-id": exportId };
  await injectUntyped(ctx.app, companyCalls.companyExport, { body: {} }, headers);
  const [job] = await ctx.db.select().from(exportJobs).where(eq(exportJobs.exportId, exportId));
  return job?.id ?? "";
}

async function createInterruptedExport(context: SampleContext): Promise<string> {
  const id = await createExport(context);
  await context.ctx.db.update(exportJobs).set({ status: "cut" }).where(eq(exportJobs.id, id));
  return id;
}

export const exportJobSamples: Samples<typeof exportJobCalls> = {
  exportList: {
    role: "operator",
    args: () => ({
      body: {
        pageNo: 1,
        pageSize: 20,
        keyword: "企业",
        kind: "companyExport",
        status: "done",
        sort: { field: "endedAt", order: "desc" },
      },
    }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, status: "half" } }, path: "status" },
  },
  exportOne: {
    role: "operator",
    args: async (context) => ({ params: { id: await createExport(context) } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
  exportCancel: {
    role: "operator",
    args: (context) => ({ body: { exportId: context.nextRequestId(), requestId: context.nextRequestId() } }),
    invalid: { args: { body: { exportId: "a b", requestId: "12345678" } }, path: "exportId" },
  },
  exportRetry: {
    role: "operator",
    args: async (context) => ({
      body: { id: await createInterruptedExport(context), requestId: context.nextRequestId() },
    }),
    invalid: { args: { body: { id: "x", requestId: "12345678" } }, path: "id" },
  },
  exportFile: {
    role: "operator",
    args: async (context) => ({ params: { id: await createExport(context) } }),
    invalid: { args: { params: { id: "x" } }, path: "id" },
  },
};
