import { desc } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Endpoint, EndpointArgs, EndpointData } from "../../adapters/contract/endpoint.ts";
import { zoneChangedData } from "../../adapters/contract/liveMessages.ts";
import { type ZoneRow, zoneCalls } from "../../adapters/contract/zone.ts";
import { zoneEditCalls } from "../../adapters/contract/zoneEdit.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { controlZones } from "../../server/db/schema/zone.ts";
import { insertZone, squareShape } from "../contract/samples/zoneSamples.ts";
import { connectSocket, createMessage, listenSocket } from "../contract/socket/socketClient.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { offset, rectangle } from "./shapes.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.delete(controlZones);
});

let requestCount = 0;
const requestId = () => `zone-test-${++requestCount}`;
const callAs = async <E extends Endpoint>(endpoint: E, args: EndpointArgs<E>) => {
  const { body } = await ctx.callAs("maintainer", endpoint, args);
  // Cast: the contract tests check that the data fits its schema.
  return { ...body, data: body.data as EndpointData<E> };
};
const centre: [number, number] = [116.395, 40.005];
const newZone = {
  name: "东站临时管制",
  kind: "temporary" as const,
  shape: { type: "Circle" as const, center: centre, radius: 500 },
  floor: 0,
  ceiling: 120,
  datum: "agl" as const,
};
const create = (fields: object = {}) =>
  callAs(zoneEditCalls.zoneSave, { body: { ...newZone, ...fields, requestId: requestId() } });
const list = async (filters: object = {}) => {
  const { data } = await callAs(zoneCalls.controlZoneListPage, {
    body: { pageNo: 1, pageSize: 50, sort: { field: "createdAt", order: "asc" }, ...filters },
  });
  return data.list;
};
const toNames = (rows: readonly ZoneRow[]) => rows.map(({ name }) => name);
const lastAudit = async () => {
  const [row] = await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
};
const restore = (id: string, version: number) =>
  callAs(zoneEditCalls.zoneRestore, { body: { id, version, requestId: requestId() } });

describe("saving a zone", () => {
  test("the state follows from status, dates and weekly hours", async () => {
    // The clock stands at Monday, 10:00 in Shanghai.
    const hours = (from: number, to: number) => [{ day: 1, from, to }];
    await create({ name: "一直有效" });
    await create({ name: "本时段", weekly: hours(540, 660) });
    await create({ name: "晚间", weekly: hours(1_200, 1_260) });
    await create({ name: "下周", from: "2026-03-09T00:00:00Z" });
    await create({ name: "去年", to: "2025-03-02T00:00:00Z" });
    await create({ name: "停用的", status: "disabled" });
    expect((await list()).map(({ name, state, stateUntil }) => [name, state, stateUntil])).toEqual([
      ["一直有效", "inForce", null],
      ["本时段", "inForce", "2026-03-02T03:00:00.000Z"],
      ["晚间", "coming", "2026-03-02T12:00:00.000Z"],
      ["下周", "coming", "2026-03-09T00:00:00.000Z"],
      ["去年", "over", null],
      ["停用的", "disabled", null],
    ]);
    expect(toNames(await list({ state: "inForce" }))).toEqual(["一直有效", "本时段"]);
    expect(toNames(await list({ state: "coming" }))).toEqual(["晚间", "下周"]);
    expect(toNames(await list({ state: "over" }))).toEqual(["去年"]);
  });

  test("an edit changes only what it sends; emptied dates and owner are cleared", async () => {
    const { data } = await create({ from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" });
    const body = { id: data.id, version: 1, requestId: requestId(), ceiling: 300, to: "", companyId: "" };
    expect((await callAs(zoneEditCalls.zoneSave, { body })).data).toMatchObject({ version: 2 });
    expect(await list()).toMatchObject([
      { name: newZone.name, floor: 0, ceiling: 300, from: "2026-03-01T00:00:00.000Z", to: null },
    ]);
    expect(await lastAudit()).toMatchObject({
      entity: "zone",
      entityId: data.id,
      before: { ceiling: 120 },
      after: { ceiling: 300 },
    });
  });

  test("limits that contradict the stored ones are refused", async () => {
    const { data } = await create({ to: "2026-04-01T00:00:00Z" });
    const edit = async (fields: object) =>
      (
        await callAs(zoneEditCalls.zoneSave, {
          body: { id: data.id, version: 1, requestId: requestId(), ...fields },
        })
      ).message;
    expect(await edit({ floor: 120 })).toBe("上限高度应高于下限高度");
    expect(await edit({ from: "2026-04-01T00:00:00Z" })).toBe("结束时间应晚于开始时间");
  });

  test("overlapping zones are allowed and named, whatever their heights", async () => {
    await insertZone(ctx, { name: "北侧禁飞区", floor: 500, ceiling: 900 });
    await insertZone(ctx, { name: "停用的", status: "disabled" });
    await insertZone(ctx, { name: "远处", shape: rectangle(offset(centre, 3_000, 0), 900, 900) });
    const { state, data } = await create();
    expect([state, data.overlaps]).toMatchObject([0, [{ name: "北侧禁飞区", kind: "noFly" }]]);
    const overlaps = await callAs(zoneCalls.zoneOverlaps, { params: { id: data.id } });
    expect(overlaps.data).toEqual(data.overlaps);
  });
});

describe("undo", () => {
  const find = (id: string) => callAs(zoneCalls.zoneOne, { params: { id } });

  test("an edit, a removal and a creation are undone within 30 s", async () => {
    const { id } = (await create()).data;
    const edit = { id, version: 1, requestId: requestId(), name: "改了名", shape: squareShape };
    await callAs(zoneEditCalls.zoneSave, { body: edit });
    ctx.clock.advance(29_000);
    expect((await restore(id, 2)).data).toEqual({ id, version: 3 });
    expect((await find(id)).data).toMatchObject({ name: newZone.name, shape: newZone.shape });
    expect(toNames(await list({ bbox: [116.3949, 40.0009, 116.3951, 40.001] }))).toEqual([newZone.name]);
    expect((await restore(id, 3)).message).toBe("没有可以撤销的更改");

    await callAs(zoneEditCalls.zoneRemove, { params: { id }, query: { version: 3, requestId: requestId() } });
    expect(await list()).toEqual([]);
    expect((await find(id)).message).toBe("管制区不存在或已删除");
    expect((await restore(id, 4)).state).toBe(0);
    expect(toNames(await list())).toEqual([newZone.name]);
    expect(await lastAudit()).toMatchObject({ call: "POST /x/zone/restore", after: { name: newZone.name } });

    const other = (await create({ name: "画错了" })).data;
    await restore(other.id, 1);
    expect(toNames(await list())).toEqual([newZone.name]);
  });

  test("a later change, and more than 30 s, forbid it", async () => {
    const { id } = (await create()).data;
    const edit = (version: number) =>
      callAs(zoneEditCalls.zoneSave, {
        body: { id, version, requestId: requestId(), ceiling: 200 + version },
      });
    await edit(1);
    await edit(2);
    expect((await restore(id, 2)).state).toBe(-5);
    ctx.clock.advance(36_000);
    expect((await restore(id, 3)).message).toBe("更改已超过 30 秒，不能撤销，请直接编辑");
  });

  test("a split gives two zones with the same rules; its undo gives one again", async () => {
    const { id } = await insertZone(ctx, { name: "大院", ceiling: 77 });
    const line: [number, number][] = [
      [116.395, 39.99],
      [116.395, 40.02],
    ];
    const body = { id, version: 1, line, requestId: requestId() };
    const { data } = await callAs(zoneEditCalls.zoneSplit, { body });
    const parts = await list();
    expect(parts.map(({ name, ceiling }) => [name, ceiling])).toEqual([
      ["大院", 77],
      ["大院（2）", 77],
    ]);
    const outside = {
      ...body,
      version: 2,
      requestId: requestId(),
      line: [line[0], [116, 40]] as typeof line,
    };
    expect((await callAs(zoneEditCalls.zoneSplit, { body: outside })).message).toBe(
      "拆分线应从管制区外穿过整个管制区",
    );
    await restore(id, data.version);
    expect(await list()).toMatchObject([{ name: "大院", shape: squareShape }]);
  });

  test("only polygons are split", async () => {
    const { id } = (await create()).data;
    const body = { id, version: 1, line: [centre, centre], requestId: requestId() };
    expect((await callAs(zoneEditCalls.zoneSplit, { body })).message).toBe("只有多边形可以拆分");
  });
});

describe("import", () => {
  test("says what becomes a zone and what is left out; creates the same in one step", async () => {
    const bowTie = squareShape.coordinates.flat();
    [bowTie[1], bowTie[2]] = [bowTie[2] ?? centre, bowTie[1] ?? centre];
    const feature = (name: string, geometry: object, more = {}) => ({
      type: "Feature",
      properties: { name, ...more },
      geometry,
    });
    const text = JSON.stringify({
      type: "FeatureCollection",
      features: [
        feature("院区", squareShape),
        feature("自相交", { type: "Polygon", coordinates: [bowTie] }),
        feature("航道", { type: "LineString", coordinates: [centre, offset(centre, 900, 0)] }),
        feature("塔", { type: "Point", coordinates: centre }, { radius: 60 }),
        feature("标注", { type: "Point", coordinates: centre }),
        feature("投影坐标", {
          type: "LineString",
          coordinates: [
            [12957000, 4854000],
            [12958000, 4854000],
          ],
        }),
      ],
    });
    const file = { fileName: "a.geojson", text, kind: "noFly" as const, floor: 0, ceiling: 120, width: 30 };
    const body = { ...file, datum: "agl" as const };
    const check = await callAs(zoneEditCalls.zoneImportCheck, { body });
    expect(check.data.zones.map(({ name, shape }) => [name, shape.type])).toEqual([
      ["院区", "Polygon"],
      ["航道", "Corridor"],
      ["区域 塔", "Circle"],
    ]);
    expect(check.data.skipped).toEqual([
      { name: "自相交", reason: "边界自相交：第 1 条边与第 3 条边相交" },
      { name: "标注", reason: "点没有范围，需要 radius（米）属性才能成为圆" },
      { name: "投影坐标", reason: "坐标不是 WGS-84 经纬度（第 1 个点：12957000,4854000）" },
    ]);
    expect(await list()).toEqual([]);
    const { data } = await callAs(zoneEditCalls.zoneImport, { body: { ...body, requestId: requestId() } });
    expect(data).toEqual({ created: 3, skipped: 3 });
    expect(toNames(await list()).sort()).toEqual(["区域 塔", "航道", "院区"].sort());
    expect(await lastAudit()).toMatchObject({ after: { fileName: "a.geojson", count: 3 } });
  });
});

test("every open map hears of a change, and of a zone that comes into force, at once", async () => {
  const headers = await ctx.loginAs("duty");
  const socket = await connectSocket(await listenSocket(ctx));
  socket.send(createMessage(1, ctx.staff.duty.id, headers));
  await socket.nextFrame(1);
  const nextIds = async () => zoneChangedData.parse((await socket.nextFrame(8)).data).ids;
  ctx.live.zones.tick(ctx.clock.now().getTime());
  const soon = new Date(ctx.clock.now().getTime() + 5_000).toISOString();
  const { id } = (await create({ from: soon })).data;
  expect(await nextIds()).toEqual([id]);
  await ctx.live.zones.loaded();
  const isInForce = () => ctx.live.zones.getInForce().findNearPoint(...centre).length === 1;
  ctx.clock.advance(4_000);
  ctx.live.zones.tick(ctx.clock.now().getTime());
  expect(isInForce()).toBe(false);
  ctx.clock.advance(1_000);
  ctx.live.zones.tick(ctx.clock.now().getTime());
  expect(isInForce()).toBe(true);
  expect(await nextIds()).toEqual([id]);
  socket.raw.close();
});
