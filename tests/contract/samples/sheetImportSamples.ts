import { eq } from "drizzle-orm";
import { writeXlsx } from "hucre/xlsx";
import { importCalls } from "../../../adapters/contract/sheetImport.ts";
import { users } from "../../../server/db/schema/user.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { finishSheetImport } from "../company/finishSheetImport.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let rowCount = 0;

/** A sheet with one new user of a company. */
async function createUserSheet({ getCompany }: SampleContext, phone: string): Promise<Blob> {
  const header = ["姓名*", "手机号*", "所属企业*", "角色*"];
  const row = [`导入用户${++rowCount}`, phone, (await getCompany()).name, "飞手"];
  return new Blob([(await writeXlsx({ sheets: [{ name: "用户", rows: [header, row] }] })).slice()]);
}

/** A row that is refused, so that the import writes nothing but the row of its upload. */
const createRun = async (context: SampleContext, phone = "1") =>
  ({
    params: { kind: "user" },
    query: { mode: "all", fileName: "用户.xlsx", requestId: context.nextRequestId() },
    file: await createUserSheet(context, phone),
  }) as const;

/** An import that has created a user. */
async function importUser(context: SampleContext): Promise<string> {
  const args = await createRun(context, context.nextPhone());
  const { ctx } = context;
  // A sample before may have ended the operator's session.
  const headers = await openSession(ctx.platform, ctx.staff.operator.id);
  const { body } = await injectCall(ctx.app, importCalls.importRun, args, headers);
  return (await finishSheetImport(ctx, "admin", body)).id;
}

const notAFile = { args: { params: { kind: "user" }, body: { file: "not a form" } }, path: "file" } as const;
const noId = { args: { params: { id: "x" } }, path: "id" } as const;
const noImport = { args: { body: { id: "x", requestId: "12345678" } }, path: "id" } as const;

export const sheetImportSamples: Samples<typeof importCalls> = {
  importTemplate: {
    role: "maintainer",
    args: () => ({ params: { kind: "box" } }),
    hasRows: false,
    invalid: { args: { params: { kind: "order" } }, path: "kind" },
  },
  importCheck: {
    role: "operator",
    args: async (context) => ({ params: { kind: "user" }, file: await createUserSheet(context, "1") }),
    invalid: notAFile,
  },
  importRun: { role: "operator", args: createRun, invalid: notAFile },
  importList: {
    role: "operator",
    args: () => ({ params: { kind: "user" } }),
    invalid: { args: { params: { kind: "order" } }, path: "kind" },
  },
  importOne: {
    role: "operator",
    args: async (context) => ({ params: { id: await importUser(context) } }),
    invalid: noId,
  },
  importReport: {
    role: "operator",
    args: async (context) => ({ params: { id: await importUser(context) } }),
    invalid: noId,
  },
  importPasswords: {
    role: "operator",
    args: async (context) => ({
      body: { id: await importUser(context), requestId: context.nextRequestId() },
    }),
    invalid: noImport,
  },
  importUndo: {
    role: "operator",
    args: async (context) => {
      const id = await importUser(context);
      // A user that was changed stays, so that nothing is written after the call.
      await context.ctx.db
        .update(users)
        .set({ version: 2 })
        .where(eq(users.name, `导入用户${rowCount}`));
      return { body: { id, requestId: context.nextRequestId() } };
    },
    invalid: noImport,
  },
};
