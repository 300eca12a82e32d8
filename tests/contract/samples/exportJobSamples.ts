import { eq } from "drizzle-orm";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { sendLoose } from "../../send.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

/** An export of the operator's that has come to its end. */
async function exported({ on, requestId }: World): Promise<string> {
  const exportId = requestId();
  const headers = { ...(await on.as("operator")), "x-export-id": exportId };
  await sendLoose(on.app, companyCalls.companyExport, { body: {} }, headers);
  const [kept] = await on.db.select().from(exportJobs).where(eq(exportJobs.exportId, exportId));
  return kept?.id ?? "";
}

async function cutExport(world: World): Promise<string> {
  const id = await exported(world);
  await world.on.db.update(exportJobs).set({ status: "cut" }).where(eq(exportJobs.id, id));
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
    bad: { args: { body: { pageNo: 1, pageSize: 20, status: "half" } }, path: "status" },
  },
  exportOne: {
    role: "operator",
    args: async (world) => ({ params: { id: await exported(world) } }),
    bad: { args: { params: { id: "0" } }, path: "id" },
  },
  exportCancel: {
    role: "operator",
    args: (world) => ({ body: { exportId: world.requestId(), requestId: world.requestId() } }),
    bad: { args: { body: { exportId: "a b", requestId: "12345678" } }, path: "exportId" },
  },
  exportRetry: {
    role: "operator",
    args: async (world) => ({ body: { id: await cutExport(world), requestId: world.requestId() } }),
    bad: { args: { body: { id: "x", requestId: "12345678" } }, path: "id" },
  },
  exportFile: {
    role: "operator",
    args: async (world) => ({ params: { id: await exported(world) } }),
    bad: { args: { params: { id: "x" } }, path: "id" },
  },
};
