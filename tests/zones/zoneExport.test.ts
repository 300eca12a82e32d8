import { readXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, test } from "vitest";
import { type ExportJob, exportJobCalls } from "../../adapters/contract/exportJob.ts";
import { zoneCalls } from "../../adapters/contract/zone.ts";
import { insertZone } from "../contract/samples/zoneSamples.ts";
import { injectUntyped, toUrl } from "../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
await insertZone(ctx, {
  name: "=危险名称",
  weekly: [{ day: 1, from: 480, to: 1_080 }],
  fromAt: new Date("2026-03-01T00:00:00Z"),
});
await insertZone(ctx, {
  name: "圆形作业区",
  kind: "fence",
  shape: { type: "Circle", center: [116.39, 40], radius: 500 },
  fromAt: new Date("2026-04-01T00:00:00Z"),
  datum: "amsl",
  floor: 20,
});
await insertZone(ctx, { name: "停用区", status: "disabled" });
afterAll(async () => {
  expect(ctx.errors).toEqual([]);
  await ctx.close();
});

let count = 0;
async function exportZones(role: ConsoleRole, payload: object = {}) {
  const exportId = `zone-export-${++count}`;
  const headers = { ...(await ctx.loginAs(role)), "x-export-id": exportId };
  const url = toUrl(zoneCalls.zoneExport, { body: {} });
  return { exportId, response: await ctx.app.inject({ method: "POST", url, headers, payload }) };
}
async function listExports(role: ConsoleRole): Promise<readonly ExportJob[]> {
  const body = { pageNo: 1, pageSize: 50 };
  const answer = await injectUntyped(ctx.app, exportJobCalls.exportList, { body }, await ctx.loginAs(role));
  return (answer.body.data as { list: ExportJob[] }).list;
}
const download = async (id: string, role: ConsoleRole) =>
  ctx.app.inject({
    method: "GET",
    url: toUrl(exportJobCalls.exportFile, { params: { id } }),
    headers: await ctx.loginAs(role),
  });

describe("the export of zones", () => {
  test("has one row a zone, with shape, heights, hours and what it does now", async () => {
    // The clock stands at Monday, 10:00 in Shanghai.
    const { response } = await exportZones("operator", { sort: { field: "createdAt", order: "asc" } });
    expect(response.headers["x-export-rows"]).toBe("3");
    const rows = (await readXlsx(response.rawPayload)).sheets[0]?.rows ?? [];
    expect(rows[0]?.slice(0, 12)).toEqual([
      "名称",
      "类型",
      "此刻",
      "范围",
      "高度基准",
      "下限（m）",
      "上限（m）",
      "开始时间",
      "结束时间",
      "每周时段",
      "状态",
      "所属企业",
    ]);
    const byName = new Map(rows.slice(1).map((row) => [row[0], row]));
    expect(byName.get("'=危险名称")?.slice(1, 11)).toEqual([
      "禁飞区",
      "生效中",
      "多边形：116.39, 40；116.4, 40；116.4, 40.01；116.39, 40.01",
      "离地高度",
      0,
      120,
      new Date("2026-03-01T08:00:00Z"),
      null,
      "周一 08:00–18:00",
      "启用",
    ]);
    expect(byName.get("圆形作业区")?.slice(1, 7)).toEqual([
      "作业区",
      "待生效",
      "圆：圆心 116.39, 40，半径 500 米",
      "海拔高度",
      20,
      120,
    ]);
    expect(byName.get("停用区")?.[2]).toBe("已停用");
  });

  test("takes the list's filters, and tells them in words", async () => {
    const { exportId, response } = await exportZones("admin", { state: "coming", kind: "fence" });
    expect(response.headers["x-export-rows"]).toBe("1");
    const job = (await listExports("admin")).find((one) => one.exportId === exportId);
    expect(job).toMatchObject({ kind: "zoneExport", conditions: "此刻：待生效；类型：作业区" });
    expect((await exportZones("admin", { state: "over" })).response.headers["x-export-rows"]).toBe("0");
  });

  test.each<[ConsoleRole, boolean]>([
    ["admin", true],
    ["operator", true],
    ["duty", true],
    ["maintainer", false],
    ["finance", false],
  ])("is for those who may: %s %s", async (role, isAllowed) => {
    const { response } = await exportZones(role);
    if (isAllowed) expect(response.headers["content-type"]).toContain("spreadsheetml");
    else expect(response.json()).toMatchObject({ state: -3 });
  });
});

describe("the export centre of the duty officer", () => {
  test("shows and gives own exports, and those of nobody else", async () => {
    const own = await exportZones("duty");
    const others = await exportZones("operator");
    const listed = await listExports("duty");
    expect(new Set(listed.map(({ staffName, own: isOwn }) => `${staffName} ${isOwn}`)).size).toBe(1);
    const job = listed.find(({ exportId }) => exportId === own.exportId);
    expect(job).toMatchObject({ kind: "zoneExport", own: true });
    expect((await download(job?.id ?? "", "duty")).rawPayload.equals(own.response.rawPayload)).toBe(true);
    const foreign = (await listExports("operator")).find(({ exportId }) => exportId === others.exportId);
    expect((await download(foreign?.id ?? "", "duty")).json()).toMatchObject({ state: -1 });
    expect((await download(job?.id ?? "", "operator")).json()).toMatchObject({ state: -1 });
  });

  test("shows a maintainer, who exports devices, nothing of others", async () => {
    await exportZones("duty");
    expect(await listExports("maintainer")).toEqual([]);
  });
});
