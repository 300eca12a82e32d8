import { writeXlsx } from "hucre/xlsx";
import type { importCalls } from "../../../adapters/contract/sheetImport.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let rowCount = 0;

/** A sheet with one new user of a company. */
async function createUserSheet({ getCompany, nextPhone }: SampleContext): Promise<Blob> {
  const header = ["姓名*", "手机号*", "所属企业*", "角色*"];
  const row = [`导入用户${++rowCount}`, nextPhone(), (await getCompany()).name, "飞手"];
  return new Blob([(await writeXlsx({ sheets: [{ name: "用户", rows: [header, row] }] })).slice()]);
}

const notAFile = { args: { params: { kind: "user" }, body: { file: "not a form" } }, path: "file" } as const;

export const sheetImportSamples: Samples<typeof importCalls> = {
  importTemplate: {
    role: "maintainer",
    args: () => ({ params: { kind: "box" } }),
    hasRows: false,
    invalid: { args: { params: { kind: "order" } }, path: "kind" },
  },
  importCheck: {
    role: "operator",
    args: async (context) => ({ params: { kind: "user" }, file: await createUserSheet(context) }),
    invalid: notAFile,
  },
  importRun: {
    role: "operator",
    args: async (context) => ({
      params: { kind: "user" },
      query: { mode: "all", fileName: "用户.xlsx", requestId: context.nextRequestId() },
      file: await createUserSheet(context),
    }),
    auditRows: 2,
    invalid: notAFile,
  },
};
