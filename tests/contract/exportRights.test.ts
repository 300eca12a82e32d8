import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCalls } from "../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { exportJobCalls } from "../../adapters/contract/exportJob.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { newStaff } from "../../server/auth/newStaff.ts";
import type { Handlers } from "../../server/call.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { type ExportRecord, exportJobs } from "../../server/db/schema/exportJob.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { createExportDesk, type ExportDesk } from "../../server/exports/exportDesk.ts";
import { type Incoming, type LooseHandler, runCall } from "../../server/http/runCall.ts";
import { exportHandler } from "../../server/modules/exportJob/exportHandler.ts";
import { staffHandlers } from "../../server/modules/staff/staffHandlers.ts";
import { md5, openSession, servingOf, type TestPlatform, testPlatform } from "../platform.ts";
import { sendLoose, urlOf } from "../send.ts";
import { dataFactory } from "./dataFactory.ts";
import { slowExport } from "./slowExport.ts";

let on: TestPlatform;
let desk: ExportDesk;
beforeAll(async () => {
  on = await testPlatform();
  desk = createExportDesk(on.platform);
  const make = await dataFactory(on);
  await make.company({ name: "云端测绘", phone: "13812345678" });
});
afterAll(async () => {
  expect(on.faults).toEqual([]);
  await on.close();
});

let acts = 0;
const requestId = () => `rights-act-${++acts}`;

/** Somebody of these roles, signed in. */
async function colleague(...roles: Exclude<Role, "display">[]) {
  const who = { name: "前管理员", phoneNumber: `1370000${1000 + ++acts}`, roles, password: md5("x") };
  const make = { now: on.clock.now(), newId: on.platform.newId };
  const { id } = await newStaff(on.db, { ...who, mustChange: false }, make);
  return { id, headers: await openSession(on.platform, id) };
}
type Colleague = Awaited<ReturnType<typeof colleague>>;

/** An admin gives somebody other roles, or takes the access away. */
async function change({ id }: Colleague, to: Role[] | "disabled"): Promise<void> {
  const [{ version, name } = { version: 0, name: "" }] = await on.db
    .select()
    .from(staff)
    .where(eq(staff.id, id));
  const admin = await on.as("admin");
  const { body } =
    to === "disabled"
      ? await sendLoose(
          on.app,
          staffCalls.staffStatus,
          { body: { id, version, to, requestId: requestId() } },
          admin,
        )
      : await sendLoose(
          on.app,
          staffCalls.staffSave,
          { body: { id, version, name, roles: to, requestId: requestId() } },
          admin,
        );
  expect(body).toMatchObject({ state: 0 });
}

const entryOf = async (exportId: string) => {
  const [entry] = await on.db.select().from(exportJobs).where(eq(exportJobs.exportId, exportId));
  if (!entry) throw new Error(`${exportId} was not entered`);
  return entry;
};

/** The entry of a finished export, which is run in the call. */
async function exported(who: Colleague, body: object, call: { path: string } = companyCalls.companyExport) {
  const exportId = `rights-${++acts}`;
  const headers = { ...who.headers, "x-export-id": exportId };
  const answer = await on.app.inject({
    method: "POST",
    url: urlOf(call as typeof companyCalls.companyExport, {}),
    headers,
    payload: body,
  });
  expect(answer.headers["content-type"]).toContain("spreadsheetml");
  return entryOf(exportId);
}
const download = async (id: string, { headers }: Pick<Colleague, "headers">) =>
  on.app.inject({ method: "GET", url: urlOf(exportJobCalls.exportFile, { params: { id } }), headers });
const retry = async (id: string, { headers }: Colleague) => {
  await on.db.update(exportJobs).set({ status: "cut" }).where(eq(exportJobs.id, id));
  return sendLoose(on.app, exportJobCalls.exportRetry, { body: { id, requestId: requestId() } }, headers);
};

const from = {
  signer: null,
  address: "127.0.0.1",
  reqId: "1111-2222-3333-4444",
  addFacts: () => undefined,
  header: () => undefined,
};
const full = { keyword: "云端测绘", revealReason: "客户回访" };
const noDownload = { state: -3, message: "当前角色不能下载该文件" };
const noExport = { state: -3, message: "当前角色不能再导出这些数据" };

describe("After roles were taken away", () => {
  test("the full phone numbers that an admin has exported are not had any more", async () => {
    const who = await colleague("admin", "operator");
    const { id } = await exported(who, full);
    expect((await download(id, who)).headers["content-type"]).toContain("spreadsheetml");
    await change(who, ["operator"]);
    expect((await download(id, who)).json()).toMatchObject(noDownload);
    expect((await retry(id, who)).body).toMatchObject(noExport);
    expect(await entryOf((await exported(who, {})).exportId)).toMatchObject({ revealReason: "" });
  });

  test("nor is a list that other roles do not see: the audit trail, or companies", async () => {
    const auditor = await colleague("admin", "finance");
    const trail = await exported(auditor, {}, auditCalls.auditExport);
    await change(auditor, ["finance"]);
    expect((await download(trail.id, auditor)).json()).toMatchObject(noDownload);
    expect((await retry(trail.id, auditor)).body).toMatchObject(noExport);

    const operator = await colleague("operator", "duty");
    const companies = await exported(operator, {});
    await change(operator, ["duty"]);
    expect((await download(companies.id, operator)).json()).toMatchObject({ state: -3 });
  });

  test("another admin still has the file; only who asked for it runs it again", async () => {
    const who = await colleague("admin");
    const { id } = await exported(who, full);
    await change(who, ["duty"]);
    const headers = await on.as("admin");
    expect((await download(id, { headers })).headers["content-type"]).toContain("spreadsheetml");
    expect((await on.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
      staffName: "管理员甲",
      summary: "下载导出文件",
      after: { phones: "未脱敏", reason: "客户回访" },
    });
    expect((await retry(id, { id: on.staff.admin.id, headers })).body).toMatchObject({ state: -1 });
  });

  test("an export whose call was already let in is refused", async () => {
    const who = await colleague("admin");
    await change(who, ["operator"]);
    const asked = runCall(servingOf(on, desk), {
      ...from,
      endpoint: companyCalls.companyExport,
      handler: exportHandler("companyExport") as LooseHandler,
      input: { body: full } as Incoming["input"],
      actor: { id: who.id, name: "前管理员", roles: ["admin"], sessionId: "1" },
    });
    await expect(asked).rejects.toMatchObject(noExport);
  });
});

/** What the account's admin does to it while the exports of this desk run. */
async function act<E extends Endpoint>(endpoint: E, handler: Handlers<{ e: E }>["e"], body: object) {
  const { id, name, roles } = on.staff.admin;
  // Seam: the registry holds handlers with their types worn off, too.
  const loose = { handler, input: { body } } as unknown as Pick<Incoming, "handler" | "input">;
  const actor = { id, name, roles, sessionId: "1" };
  return runCall(servingOf(on, desk), { ...from, ...loose, endpoint, actor });
}

describe("While an export runs", () => {
  const stopped = "Refusal: 账号角色已变更，导出已停止";
  const entry = async (id: string) => (await on.db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0];
  const allOf = async (read: () => AsyncIterable<Uint8Array>) => {
    let text = "";
    for await (const chunk of read()) text += String(chunk);
    return text;
  };
  /** One that is read as it is written. */
  const begun = async (staffId: string, fields: Pick<ExportRecord, "kind" | "revealReason">) => {
    const slow = await slowExport(on, desk, { staffId, ...fields }, true);
    return { ...slow, all: allOf(slow.read).catch(String) };
  };
  const unmasked = { kind: "companyExport", revealReason: "客户回访" } as const;
  const plain = { kind: "companyExport", revealReason: "" } as const;

  test("who loses the role that it needs gets no more of it, and no file is left", async () => {
    const who = await colleague("admin", "operator");
    const own = [await begun(who.id, unmasked), await begun(who.id, plain)] as const;
    const strange = await begun((await colleague("admin")).id, unmasked);
    const roles = ["operator"];
    const body = { id: who.id, version: 1, name: "前管理员", roles, requestId: requestId() };
    await act(staffCalls.staffSave, staffHandlers.staffSave, body);
    for (const { go } of [...own, strange]) go();
    expect([await own[0].all, await own[1].all, await strange.all]).toEqual([
      stopped,
      "halfwhole",
      "halfwhole",
    ]);
    expect(await entry(own[0].id)).toMatchObject({
      status: "failed",
      failReason: "账号角色已变更，导出已停止",
      bytes: 0,
    });
  });

  test("who is disabled gets nothing any more", async () => {
    const who = await colleague("finance");
    const { id, go, all } = await begun(who.id, { kind: "invoiceExport", revealReason: "" });
    const body = { id: who.id, version: 1, to: "disabled", requestId: requestId() };
    await act(staffCalls.staffStatus, staffHandlers.staffStatus, body);
    go();
    expect(await all).toBe(stopped);
    expect(await entry(id)).toMatchObject({ status: "failed" });
  });
});
