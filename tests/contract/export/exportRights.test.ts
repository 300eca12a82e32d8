import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import type { Role } from "../../../adapters/contract/roles.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { insertStaff } from "../../../server/auth/insertStaff.ts";
import type { Handlers, UntypedHandler } from "../../../server/call.ts";
import type { IncomingCall } from "../../../server/calls/createCall.ts";
import { runCall } from "../../../server/calls/runCall.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { type ExportRecord, exportJobs } from "../../../server/db/schema/exportJob.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { staffRoles } from "../../../server/db/schema/staffRole.ts";
import { createExportService } from "../../../server/exports/exportService.ts";
import { createExportHandler } from "../../../server/modules/exportJob/createExportHandler.ts";
import { createPrepareAgain } from "../../../server/modules/exportJob/prepareStored.ts";
import { roleRightHandlers } from "../../../server/modules/roleRight/roleRightHandlers.ts";
import { staffHandlers } from "../../../server/modules/staff/staffHandlers.ts";
import { wholeScope } from "../../../server/scope/recordScope.ts";
import { injectUntyped, toUrl } from "../../helpers/injectCall.ts";
import { createServingServices, createTestPlatform, md5, openSession } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { readExportJob } from "../fixtures/readRecords.ts";
import { startSlowExport } from "./startSlowExport.ts";

const ctx = await createTestPlatform();
const service = createExportService(ctx.platform);
const factory = await createDataFactory(ctx);
await factory.createCompany({ name: "云端测绘", phone: "13812345678" });
afterAll(async () => {
  expect(ctx.errors).toEqual([]);
  await ctx.close();
});

let requestCount = 0;
const requestId = () => `rights-act-${++requestCount}`;

/** Creates a staff member with these roles and a session. */
async function createColleague(...roles: Exclude<Role, "display">[]) {
  const staffFields = {
    name: "前管理员",
    phoneNumber: `1370000${1000 + ++requestCount}`,
    roles,
    password: md5("x"),
  };
  const creationContext = { now: ctx.clock.now(), newId: ctx.platform.newId };
  const { id } = await insertStaff(ctx.db, { ...staffFields, mustChange: false }, creationContext);
  return { id, headers: await openSession(ctx.platform, id) };
}
type Colleague = Awaited<ReturnType<typeof createColleague>>;

/** An admin changes the roles or disables the account. */
async function changeRoles({ id }: Colleague, to: Role[] | "disabled"): Promise<void> {
  const [{ version, name } = { version: 0, name: "" }] = await ctx.db
    .select()
    .from(staff)
    .where(eq(staff.id, id));
  const admin = await ctx.loginAs("admin");
  const { body } =
    to === "disabled"
      ? await injectUntyped(
          ctx.app,
          staffCalls.staffStatus,
          { body: { id, version, to, requestId: requestId() } },
          admin,
        )
      : await injectUntyped(
          ctx.app,
          staffCalls.staffSave,
          { body: { id, version, name, roles: to, requestId: requestId() } },
          admin,
        );
  expect(body).toMatchObject({ state: 0 });
}

const getEntry = async (exportId: string) => {
  const [entry] = await ctx.db.select().from(exportJobs).where(eq(exportJobs.exportId, exportId));
  if (!entry) throw new Error(`${exportId} was not entered`);
  return entry;
};

/** Runs an export call; returns its entry. */
async function requestExport(
  staffFields: Colleague,
  body: object,
  call: { path: string } = companyCalls.companyExport,
) {
  const exportId = `rights-${++requestCount}`;
  const headers = { ...staffFields.headers, "x-export-id": exportId };
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(call as typeof companyCalls.companyExport, {}),
    headers,
    payload: body,
  });
  expect(response.headers["content-type"]).toContain("spreadsheetml");
  return getEntry(exportId);
}
const download = async (id: string, { headers }: Pick<Colleague, "headers">) =>
  ctx.app.inject({ method: "GET", url: toUrl(exportJobCalls.exportFile, { params: { id } }), headers });
const retry = async (id: string, { headers }: Colleague) => {
  await ctx.db.update(exportJobs).set({ status: "cut" }).where(eq(exportJobs.id, id));
  return injectUntyped(
    ctx.app,
    exportJobCalls.exportRetry,
    { body: { id, requestId: requestId() } },
    headers,
  );
};

const requestOrigin = {
  signer: null,
  address: "127.0.0.1",
  reqId: "1111-2222-3333-4444",
  addLogFields: () => undefined,
  header: () => undefined,
};
const revealBody = { keyword: "云端测绘", revealReason: "客户回访" };
const downloadRefusal = { state: -3, message: "当前角色或数据范围不能下载该文件，请重新导出" };
const exportRefusal = { state: -3, message: "当前角色或数据范围不能再导出这些数据，请联系管理员" };

describe("After losing a role", () => {
  test("an export with unmasked phones can no longer be downloaded or retried", async () => {
    const staffFields = await createColleague("admin", "operator");
    const { id } = await requestExport(staffFields, revealBody);
    expect((await download(id, staffFields)).headers["content-type"]).toContain("spreadsheetml");
    await changeRoles(staffFields, ["operator"]);
    expect((await download(id, staffFields)).json()).toMatchObject(downloadRefusal);
    expect((await retry(id, staffFields)).body).toMatchObject(exportRefusal);
    expect(await getEntry((await requestExport(staffFields, {})).exportId)).toMatchObject({
      revealReason: "",
    });
  });

  test("nor can an export of a list that the remaining roles may not see", async () => {
    const auditor = await createColleague("admin", "finance");
    const trail = await requestExport(auditor, {}, auditCalls.auditExport);
    await changeRoles(auditor, ["finance"]);
    expect((await download(trail.id, auditor)).json()).toMatchObject(downloadRefusal);
    expect((await retry(trail.id, auditor)).body).toMatchObject(exportRefusal);

    const operator = await createColleague("operator", "duty");
    const companies = await requestExport(operator, {});
    await changeRoles(operator, ["duty"]);
    expect((await download(companies.id, operator)).json()).toMatchObject({ state: -3 });
  });

  test("another admin can still download the file, but not retry it", async () => {
    const staffFields = await createColleague("admin");
    const { id } = await requestExport(staffFields, revealBody);
    await changeRoles(staffFields, ["duty"]);
    const headers = await ctx.loginAs("admin");
    expect((await download(id, { headers })).headers["content-type"]).toContain("spreadsheetml");
    expect((await ctx.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
      staffName: "管理员甲",
      summary: "下载导出文件",
      after: { phones: "未脱敏", reason: "客户回访" },
    });
    expect((await retry(id, { id: ctx.staff.admin.id, headers })).body).toMatchObject({ state: -1 });
  });

  test("an export call that is already authorised is refused", async () => {
    const staffFields = await createColleague("admin");
    await changeRoles(staffFields, ["operator"]);
    const exportCall = runCall(createServingServices(ctx, service), {
      ...requestOrigin,
      endpoint: companyCalls.companyExport,
      handler: createExportHandler("companyExport") as UntypedHandler,
      input: { body: revealBody } as IncomingCall["input"],
      actor: {
        id: staffFields.id,
        name: "前管理员",
        roles: ["admin"],
        sessionId: "1",
        scope: wholeScope,
        changedRights: undefined,
      },
    });
    await expect(exportCall).rejects.toMatchObject(exportRefusal);
  });
});

/** Runs a handler as the admin, with the export service of this test. */
async function runHandler<E extends Endpoint>(endpoint: E, handler: Handlers<{ e: E }>["e"], body: object) {
  const { id, name, roles } = ctx.staff.admin;
  // Cast: the registry has untyped handlers as well.
  const loose = { handler, input: { body } } as unknown as Pick<IncomingCall, "handler" | "input">;
  const actor = { id, name, roles, sessionId: "1", scope: wholeScope, changedRights: undefined };
  return runCall(createServingServices(ctx, service), { ...requestOrigin, ...loose, endpoint, actor });
}

describe("While an export runs", () => {
  const stoppedError = "RefusalError: 账号角色已变更，导出已停止，请联系管理员";
  const entry = async (id: string) =>
    (await ctx.db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0];
  const readAll = async (read: () => AsyncIterable<Uint8Array>) => {
    let text = "";
    for await (const chunk of read()) text += String(chunk);
    return text;
  };
  /** Starts an export that is read while it is written. */
  const startReadExport = async (staffId: string, fields: Pick<ExportRecord, "kind" | "revealReason">) => {
    const slow = await startSlowExport(ctx, service, { staffId, ...fields }, true);
    return { ...slow, all: readAll(slow.read).catch(String) };
  };
  const unmasked = { kind: "companyExport", revealReason: "客户回访" } as const;
  const plain = { kind: "companyExport", revealReason: "" } as const;

  test("losing the required role stops it, and no file is left", async () => {
    const staffFields = await createColleague("admin", "operator");
    const own = [
      await startReadExport(staffFields.id, unmasked),
      await startReadExport(staffFields.id, plain),
    ] as const;
    const foreign = await startReadExport((await createColleague("admin")).id, unmasked);
    const roles = ["operator"];
    const body = { id: staffFields.id, version: 1, name: "前管理员", roles, requestId: requestId() };
    await runHandler(staffCalls.staffSave, staffHandlers.staffSave, body);
    for (const { release } of [...own, foreign]) release();
    expect([await own[0].all, await own[1].all, await foreign.all]).toEqual([
      stoppedError,
      "halfwhole",
      "halfwhole",
    ]);
    expect(await entry(own[0].id)).toMatchObject({
      status: "failed",
      failReason: "账号角色已变更，导出已停止，请联系管理员",
      bytes: 0,
    });
  });

  test("disabling the account stops it", async () => {
    const staffFields = await createColleague("finance");
    const { id, release, all } = await startReadExport(staffFields.id, {
      kind: "invoiceExport",
      revealReason: "",
    });
    const body = { id: staffFields.id, version: 1, to: "disabled", requestId: requestId() };
    await runHandler(staffCalls.staffStatus, staffHandlers.staffStatus, body);
    release();
    expect(await all).toBe(stoppedError);
    expect(await entry(id)).toMatchObject({ status: "failed" });
  });

  test("a right that is taken from the role stops it, and no other export", async () => {
    const { id: staffId } = await createColleague("finance");
    const invoices = await startReadExport(staffId, { kind: "invoiceExport", revealReason: "" });
    const orders = await startReadExport(staffId, { kind: "orderExport", revealReason: "" });
    const [{ id, version } = { id: "", version: 0 }] = await ctx.db
      .select()
      .from(staffRoles)
      .where(eq(staffRoles.role, "finance"));
    const changes = { role: "finance", given: [], taken: ["/invoice/export"] };
    const body = { id, version, ...changes, requestId: requestId() };
    await runHandler(roleRightCalls.roleRightSave, roleRightHandlers.roleRightSave, body);
    for (const { release } of [invoices, orders]) release();
    expect([await invoices.all, await orders.all]).toEqual([stoppedError, "halfwhole"]);
  });
});

test("An export of somebody who may not export any more is not taken up after its process has ended", {
  tags: "full",
}, async () => {
  const colleague = await createColleague("operator");
  const stopped = createExportService(ctx.platform);
  const { id } = await startSlowExport(ctx, stopped, { staffId: colleague.id });
  await stopped.stop();
  await ctx.db.update(staff).set({ status: "disabled" }).where(eq(staff.id, colleague.id));
  const next = createExportService(ctx.platform);
  await next.recover(createPrepareAgain(ctx.platform, ctx.live));
  await expect
    .poll(() => readExportJob(ctx.db, id))
    .toMatchObject({
      status: "failed",
      failReason: "账号角色或数据范围已变更，导出已停止，请重新导出",
    });
});
