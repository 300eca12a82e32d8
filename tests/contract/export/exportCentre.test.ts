import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type ExportJob, exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { exportJobs } from "../../../server/db/schema/exportJob.ts";
import { markMissingExpired, removeExpired } from "../../../server/exports/retention.ts";
import { injectUntyped, toUrl } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { readExportJob } from "../fixtures/readRecords.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const factory = await createDataFactory(ctx);
const { id: companyId } = await factory.createCompany({ name: "云端测绘", phone: "13812345678" });
afterAll(async () => {
  expect(ctx.errors).toEqual([]);
  await ctx.close();
});

const folder = () => path.join(ctx.platform.settings.dataDir, "exports");
let requestCount = 0;
const requestId = () => `centre-act-${++requestCount}`;

async function requestExport(role: ConsoleRole, body: object = {}, call = companyCalls.companyExport) {
  const exportId = `export-${++requestCount}`;
  const headers = { ...(await ctx.loginAs(role)), "x-export-id": exportId };
  const response = await ctx.app.inject({ method: "POST", url: toUrl(call, {}), headers, payload: body });
  return { exportId, response };
}

async function getList(role: ConsoleRole, body: object = {}): Promise<readonly ExportJob[]> {
  const page = { pageNo: 1, pageSize: 50, sort: { field: "createdAt", order: "desc" }, ...body };
  const response = await injectUntyped(
    ctx.app,
    exportJobCalls.exportList,
    { body: page },
    await ctx.loginAs(role),
  );
  return (response.body.data as { list: ExportJob[] }).list;
}
const getEntry = async (exportId: string, role: ConsoleRole = "operator") => {
  const found = (await getList(role)).find((entry) => entry.exportId === exportId);
  if (!found) throw new Error(`${exportId} is not in the centre of ${role}`);
  return found;
};
const download = async (id: string, role: ConsoleRole) =>
  ctx.app.inject({
    method: "GET",
    url: toUrl(exportJobCalls.exportFile, { params: { id } }),
    headers: await ctx.loginAs(role),
  });
const readCells = async (payload: Buffer) => JSON.stringify((await readXlsx(payload)).sheets[0]?.rows);

test("An export has its conditions as text, its rows, and its file, which can be downloaded again", async () => {
  const { exportId, response } = await requestExport("operator", {
    status: "normal",
    keyword: "13812345678",
    managerId: ctx.staff.operator.id,
    from: "2026-01-01T16:00:00.000Z",
    sort: { field: "name", order: "asc" },
  });
  const entry = await getEntry(exportId);
  expect(entry).toMatchObject({
    kind: "companyExport",
    conditions:
      "状态：正常；关键字：138****5678；客户经理：运营乙；创建时间：2026-01-02 00:00:00 至今；按企业名称升序",
    status: "done",
    expectedRows: Number(response.headers["x-export-rows"]),
    writtenRows: Number(response.headers["x-export-rows"]),
    bytes: response.rawPayload.length,
    fileName: "企业列表_20260302_100000.xlsx",
    failReason: "",
    staffName: "运营乙",
    own: true,
    endedAt: "2026-03-02T02:00:00.000Z",
    keptUntil: "2026-03-09T02:00:00.000Z",
  });
  const again = await download(entry.id, "operator");
  expect(again.rawPayload.equals(response.rawPayload)).toBe(true);
  expect(decodeURIComponent(String(again.headers["content-disposition"]))).toContain(entry.fileName);
});

test.each([
  [{}, "全部"],
  [{ ids: ["1", "2"] }, "已选的 2 条"],
  [{ to: "2026-03-02T15:59:59.999Z" }, "创建时间：2026-03-02 23:59:59 及以前"],
])("describes the conditions %j as %s", async (body, text) => {
  const { exportId } = await requestExport("operator", body);
  expect((await getEntry(exportId)).conditions).toBe(text);
});

test("describes an order export's conditions with the chosen date field and amounts", async () => {
  const body = {
    status: "pending",
    minFen: 100_000,
    dateField: "paid",
    from: "2025-12-31T16:00:00.000Z",
    to: "2026-01-31T15:59:59.000Z",
  };
  const { exportId } = await requestExport("finance", body, orderCalls.orderExport as never);
  expect((await getEntry(exportId, "finance")).conditions).toBe(
    "状态：待支付；最低金额：¥1,000.00；到账时间：2026-01-01 00:00:00 至 2026-01-31 23:59:59",
  );
});

test("has the company of an order export's conditions, which the console links to", async () => {
  const { exportId } = await requestExport("finance", { companyId }, orderCalls.orderExport as never);
  expect(await getEntry(exportId, "finance")).toMatchObject({ conditions: "企业：云端测绘", companyId });
  const all = await requestExport("finance", {}, orderCalls.orderExport as never);
  expect((await getEntry(all.exportId, "finance")).companyId).toBeNull();
});

test("Users see their own exports, an admin sees all", async () => {
  const { exportId } = await requestExport("finance");
  const entry = await getEntry(exportId, "finance");
  expect((await getList("operator")).map((one) => one.exportId)).not.toContain(exportId);
  expect(await getEntry(exportId, "admin")).toMatchObject({ staffName: "财务丙", own: false });
  expect((await download(entry.id, "operator")).json()).toMatchObject({
    state: -1,
    message: "导出记录不存在或已删除",
  });
  expect((await download(entry.id, "admin")).headers["content-type"]).toContain("spreadsheetml");
  const retried = { body: { id: entry.id, requestId: requestId() } };
  const response = await injectUntyped(
    ctx.app,
    exportJobCalls.exportRetry,
    retried,
    await ctx.loginAs("admin"),
  );
  expect(response.body).toMatchObject({ state: -1 });
});

test("Only an admin with a reason exports unmasked phones, and the reason is audited", async () => {
  const revealBody = { keyword: "云端测绘", revealReason: "客户回访" };
  const refused = await requestExport("operator", revealBody);
  expect(refused.response.json()).toMatchObject({
    state: -3,
    message: "仅超级管理员可导出完整号码，请导出脱敏的号码",
  });
  const { exportId, response } = await requestExport("admin", revealBody);
  expect(await readCells(response.rawPayload)).toContain("13812345678");
  expect(await getEntry(exportId, "admin")).toMatchObject({ revealReason: "客户回访", expectedRows: 1 });
  const rows = await ctx.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.at(-1)).toMatchObject({
    summary: "导出企业",
    after: { filters: { keyword: "云端测绘" }, rows: 1, phones: "未脱敏", reason: "客户回访" },
  });
  const masked = await requestExport("admin", { keyword: "云端测绘" });
  expect(await readCells(masked.response.rawPayload)).not.toContain("13812345678");
});

test("A download is audited", async () => {
  const { exportId } = await requestExport("operator");
  const { id, fileName } = await getEntry(exportId);
  await download(id, "operator");
  const rows = await ctx.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.at(-1)).toMatchObject({
    summary: "下载导出文件",
    entity: "export",
    entityId: id,
    after: { name: `企业：${fileName}`, filters: "全部" },
  });
});

test("A retry of a cut export uses the same entry and conditions", async () => {
  const { exportId } = await requestExport("operator", { keyword: "云端测绘" });
  const { id } = await getEntry(exportId);
  await ctx.db
    .update(exportJobs)
    .set({ status: "cut", failReason: "服务重启，导出没有写完", keptUntil: null })
    .where(eq(exportJobs.id, id));
  expect((await download(id, "operator")).json()).toMatchObject({
    state: -1,
    message: "文件未生成或已清理，请重新导出",
  });
  const response = await injectUntyped(
    ctx.app,
    exportJobCalls.exportRetry,
    { body: { id, requestId: requestId() } },
    await ctx.loginAs("operator"),
  );
  expect(response.body).toMatchObject({ state: 0, data: { id } });
  await expect
    .poll(() => getEntry(exportId))
    .toMatchObject({ status: "done", writtenRows: 1, failReason: "" });
  expect(await readCells((await download(id, "operator")).rawPayload)).toContain("云端测绘");
});

test("An export cancelled before its own call runs is refused", async () => {
  const name = "cancelled-early";
  const headers = await ctx.loginAs("operator");
  const body = { exportId: name, requestId: requestId() };
  await injectUntyped(ctx.app, exportJobCalls.exportCancel, { body }, headers);
  const exportHeaders = { ...headers, "x-export-id": name };
  const response = await injectUntyped(ctx.app, companyCalls.companyExport, { body: {} }, exportHeaders);
  expect(response.body).toMatchObject({ state: -1, message: "导出已取消" });
  expect((await getList("operator")).map(({ exportId }) => exportId)).not.toContain(name);
});

test("A finished export cannot be cancelled", async () => {
  const { exportId } = await requestExport("operator");
  const body = { exportId, requestId: requestId() };
  const response = await injectUntyped(
    ctx.app,
    exportJobCalls.exportCancel,
    { body },
    await ctx.loginAs("operator"),
  );
  expect(response.body).toMatchObject({ state: -1, message: "导出已经结束，不能取消" });
});

test("Files expire after 7 days, or oldest first above the size limit; entries are stored for 91 days", async () => {
  const first = await getEntry((await requestExport("finance")).exportId, "finance");
  ctx.clock.advance(1000);
  const second = await getEntry((await requestExport("finance")).exportId, "finance");
  await removeExpired(ctx.db, folder(), ctx.clock.now(), second.bytes);
  expect((await readExportJob(ctx.db, first.id))?.status).toBe("expired");
  expect((await readExportJob(ctx.db, second.id))?.status).toBe("done");
  expect(await readdir(folder())).not.toContain(`${first.id}.xlsx`);
  await removeExpired(ctx.db, folder(), new Date(ctx.clock.now().getTime() + 7 * 86_400_000));
  expect(await readExportJob(ctx.db, second.id)).toMatchObject({ status: "expired", keptUntil: null });
  await removeExpired(ctx.db, folder(), new Date(ctx.clock.now().getTime() + 91 * 86_400_000));
  expect(await readExportJob(ctx.db, second.id)).toBeUndefined();
});

test("A finished export without its file, as after a restore, is expired", async () => {
  const [missing, remaining] = [await requestExport("operator"), await requestExport("operator")];
  const { id } = await getEntry(missing.exportId);
  await rm(path.join(folder(), `${id}.xlsx`));
  await markMissingExpired(ctx.db, folder());
  expect(await getEntry(missing.exportId)).toMatchObject({ status: "expired", keptUntil: null });
  expect(await getEntry(remaining.exportId)).toMatchObject({ status: "done" });
});
