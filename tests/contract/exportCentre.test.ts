import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { type ExportJob, exportJobCalls } from "../../adapters/contract/exportJob.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { exportJobs } from "../../server/db/schema/exportJob.ts";
import { expireMissing, removeOld } from "../../server/exports/keeping.ts";
import { type ConsoleRole, type TestPlatform, testPlatform } from "../platform.ts";
import { sendLoose, urlOf } from "../send.ts";
import { dataFactory } from "./dataFactory.ts";

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  const make = await dataFactory(on);
  await make.company({ name: "云端测绘", phone: "13812345678" });
});
afterAll(async () => {
  expect(on.faults).toEqual([]);
  await on.close();
});

const folder = () => path.join(on.platform.settings.dataDir, "exports");
let acts = 0;
const requestId = () => `centre-act-${++acts}`;

async function exported(role: ConsoleRole, body: object = {}, call = companyCalls.companyExport) {
  const exportId = `export-${++acts}`;
  const headers = { ...(await on.as(role)), "x-export-id": exportId };
  const answer = await on.app.inject({ method: "POST", url: urlOf(call, {}), headers, payload: body });
  return { exportId, answer };
}

async function listed(role: ConsoleRole, body: object = {}): Promise<readonly ExportJob[]> {
  const page = { pageNo: 1, pageSize: 50, sort: { field: "createdAt", order: "desc" }, ...body };
  const answer = await sendLoose(on.app, exportJobCalls.exportList, { body: page }, await on.as(role));
  return (answer.body.data as { list: ExportJob[] }).list;
}
const entryOf = async (exportId: string, role: ConsoleRole = "operator") => {
  const found = (await listed(role)).find((entry) => entry.exportId === exportId);
  if (!found) throw new Error(`${exportId} is not in the centre of ${role}`);
  return found;
};
const download = async (id: string, role: ConsoleRole) =>
  on.app.inject({
    method: "GET",
    url: urlOf(exportJobCalls.exportFile, { params: { id } }),
    headers: await on.as(role),
  });
const cellsOf = async (payload: Buffer) => JSON.stringify((await readXlsx(payload)).sheets[0]?.rows);

test("An export is entered with its conditions in words, its rows and its file, which comes again as it was", async () => {
  const { exportId, answer } = await exported("operator", {
    status: "normal",
    keyword: "13812345678",
    managerId: on.staff.operator.id,
    from: "2026-01-01T16:00:00.000Z",
    sort: { field: "name", order: "asc" },
  });
  const entry = await entryOf(exportId);
  expect(entry).toMatchObject({
    kind: "companyExport",
    conditions:
      "状态：正常；关键字：138****5678；客户经理：运营乙；创建时间：2026-01-02 00:00:00 至今；按企业名称升序",
    status: "done",
    expectedRows: Number(answer.headers["x-export-rows"]),
    writtenRows: Number(answer.headers["x-export-rows"]),
    bytes: answer.rawPayload.length,
    fileName: "企业列表_20260302_100000.xlsx",
    failReason: "",
    staffName: "运营乙",
    own: true,
    endedAt: "2026-03-02T02:00:00.000Z",
    keptUntil: "2026-03-09T02:00:00.000Z",
  });
  const again = await download(entry.id, "operator");
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
  expect(decodeURIComponent(String(again.headers["content-disposition"]))).toContain(entry.fileName);
});

test.each([
  [{}, "全部"],
  [{ ids: ["1", "2"] }, "已选的 2 条"],
  [{ to: "2026-03-02T15:59:59.999Z" }, "创建时间：2026-03-02 23:59:59 及以前"],
])("Says of the conditions %j: %s", async (body, words) => {
  const { exportId } = await exported("operator", body);
  expect((await entryOf(exportId)).conditions).toBe(words);
});

test("Says an order's conditions with their own date and amounts", async () => {
  const body = {
    status: "pending",
    minFen: 100_000,
    dateField: "paid",
    from: "2025-12-31T16:00:00.000Z",
    to: "2026-01-31T15:59:59.000Z",
  };
  const { exportId } = await exported("finance", body, orderCalls.orderExport as never);
  expect((await entryOf(exportId, "finance")).conditions).toBe(
    "状态：待支付；最低金额：¥1,000.00；到账时间：2026-01-01 00:00:00 至 2026-01-31 23:59:59",
  );
});

test("One sees one's own exports alone, an admin everybody's", async () => {
  const { exportId } = await exported("finance");
  const entry = await entryOf(exportId, "finance");
  expect((await listed("operator")).map((one) => one.exportId)).not.toContain(exportId);
  expect(await entryOf(exportId, "admin")).toMatchObject({ staffName: "财务丙", own: false });
  expect((await download(entry.id, "operator")).json()).toMatchObject({
    state: -1,
    message: "导出记录不存在或已删除",
  });
  expect((await download(entry.id, "admin")).headers["content-type"]).toContain("spreadsheetml");
  const retried = { body: { id: entry.id, requestId: requestId() } };
  const answer = await sendLoose(on.app, exportJobCalls.exportRetry, retried, await on.as("admin"));
  expect(answer.body).toMatchObject({ state: -1 });
});

test("Phone numbers come in full to an admin who says why, which the trail keeps, and to nobody else", async () => {
  const why = { keyword: "云端测绘", revealReason: "客户回访" };
  const refused = await exported("operator", why);
  expect(refused.answer.json()).toMatchObject({ state: -3, message: "仅超级管理员可导出完整号码" });
  const { exportId, answer } = await exported("admin", why);
  expect(await cellsOf(answer.rawPayload)).toContain("13812345678");
  expect(await entryOf(exportId, "admin")).toMatchObject({ revealReason: "客户回访", expectedRows: 1 });
  const rows = await on.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.at(-1)).toMatchObject({
    summary: "导出企业",
    after: { filters: { keyword: "云端测绘" }, rows: 1, phones: "未脱敏", reason: "客户回访" },
  });
  const masked = await exported("admin", { keyword: "云端测绘" });
  expect(await cellsOf(masked.answer.rawPayload)).not.toContain("13812345678");
});

test("A download and a retry are recorded", async () => {
  const { exportId } = await exported("operator");
  const { id, fileName } = await entryOf(exportId);
  await download(id, "operator");
  const rows = await on.db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.at(-1)).toMatchObject({
    summary: "下载导出文件",
    entity: "export",
    entityId: id,
    after: { name: `企业：${fileName}`, filters: "全部" },
  });
});

test("What was cut is run again under the same entry with the same conditions", async () => {
  const { exportId } = await exported("operator", { keyword: "云端测绘" });
  const { id } = await entryOf(exportId);
  await on.db
    .update(exportJobs)
    .set({ status: "cut", failReason: "服务重启，导出没有写完", keptUntil: null })
    .where(eq(exportJobs.id, id));
  expect((await download(id, "operator")).json()).toMatchObject({
    state: -1,
    message: "文件未生成或已清理，请重新导出",
  });
  const answer = await sendLoose(
    on.app,
    exportJobCalls.exportRetry,
    { body: { id, requestId: requestId() } },
    await on.as("operator"),
  );
  expect(answer.body).toMatchObject({ state: 0, data: { id } });
  await expect
    .poll(() => entryOf(exportId))
    .toMatchObject({ status: "done", writtenRows: 1, failReason: "" });
  expect(await cellsOf((await download(id, "operator")).rawPayload)).toContain("云端测绘");
});

test("An export cancelled before its own call came to its turn is refused", async () => {
  const name = "cancelled-early";
  const headers = await on.as("operator");
  const body = { exportId: name, requestId: requestId() };
  await sendLoose(on.app, exportJobCalls.exportCancel, { body }, headers);
  const late = { ...headers, "x-export-id": name };
  const answer = await sendLoose(on.app, companyCalls.companyExport, { body: {} }, late);
  expect(answer.body).toMatchObject({ state: -1, message: "导出已取消" });
  expect((await listed("operator")).map(({ exportId }) => exportId)).not.toContain(name);
});

test("What has ended cannot be cancelled any more", async () => {
  const { exportId } = await exported("operator");
  const body = { exportId, requestId: requestId() };
  const answer = await sendLoose(on.app, exportJobCalls.exportCancel, { body }, await on.as("operator"));
  expect(answer.body).toMatchObject({ state: -1, message: "导出已经结束，不能取消" });
});

const kept = async (id: string) => (await on.db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0];

test("Files go after 7 days, the oldest first where they are too many, and the entries stay", async () => {
  const first = await entryOf((await exported("finance")).exportId, "finance");
  on.clock.advance(1000);
  const second = await entryOf((await exported("finance")).exportId, "finance");
  await removeOld(on.db, folder(), on.clock.now(), second.bytes);
  expect((await kept(first.id))?.status).toBe("expired");
  expect((await kept(second.id))?.status).toBe("done");
  expect(await readdir(folder())).not.toContain(`${first.id}.xlsx`);
  await removeOld(on.db, folder(), new Date(on.clock.now().getTime() + 7 * 86_400_000));
  expect(await kept(second.id)).toMatchObject({ status: "expired", keptUntil: null });
  await removeOld(on.db, folder(), new Date(on.clock.now().getTime() + 91 * 86_400_000));
  expect(await kept(second.id)).toBeUndefined();
});

test("Of two finished exports the one whose file is gone, as after a restore, is expired", async () => {
  const [gone, kept] = [await exported("operator"), await exported("operator")];
  const { id } = await entryOf(gone.exportId);
  await rm(path.join(folder(), `${id}.xlsx`));
  await expireMissing(on.db, folder());
  expect(await entryOf(gone.exportId)).toMatchObject({ status: "expired", keptUntil: null });
  expect(await entryOf(kept.exportId)).toMatchObject({ status: "done" });
});
