import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { createWriteBehind } from "../../../server/telemetry/flights/writeBehind.ts";
import { injectUntyped, type UntypedArgs } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory } from "../../live/flightFactory.ts";
import { insertBox, insertDrone, insertHangar, readBox, readDrone, readHangar } from "./deviceRecords.ts";

let ctx: TestPlatform;
let factory: Awaited<ReturnType<typeof createFlightFactory>>;
beforeAll(async () => {
  ctx = await createTestPlatform();
  factory = await createFlightFactory(ctx);
});
afterAll(() => ctx.close());

let requestCount = 0;
type Call = Parameters<typeof injectUntyped>[1];
const callAs = async (call: Call, args: UntypedArgs, role: ConsoleRole = "maintainer") =>
  (await injectUntyped(ctx.app, call, args, await ctx.loginAs(role))).body;
const createSaver = (call: Call) => (body: object) =>
  callAs(call, { body: { requestId: `device-rule-${++requestCount}`, ...body } });
const add = createSaver(boxCalls.boxAdd);
const update = createSaver(boxCalls.boxUpdate);
const addHangar = createSaver(hangarCalls.hangarAdd);
const getId = (body: { readonly data: unknown }) => (body.data as { id: string }).id;
const getIssues = (body: { readonly data: unknown }) =>
  (body.data as { issues: { path: string; message: string }[] }).issues;
const getOwners = async (id: string) =>
  (await callAs(deviceCalls.deviceOwners, { params: { id } }, "duty")).data as {
    companyName: string;
    boundBy: string;
    unboundAt: string | null;
    unboundBy: string;
  }[];
const getBoxCount = async (id: string) =>
  (await ctx.db.select().from(companies).where(eq(companies.id, id)))[0]?.boxCount;
const list = async (body: object) =>
  (await callAs(boxCalls.boxList, { body: { pageNo: 1, pageSize: 50, ...body } }, "operator")).data as {
    list: { id: string; plusKinds: string[]; deviceCount: number; binding: string }[];
    total: number;
  };

const box = { name: "城东云盒", sn: "CD-0001", model: "AC-Box 2" };

describe("MAC addresses", () => {
  test("that are made for boxes at once are never equal, 200 times", async () => {
    const [admin, maintainer] = [await ctx.loginAs("admin"), await ctx.loginAs("maintainer")];
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, turn) =>
        injectUntyped(ctx.app, boxCalls.createBoxMac, {}, turn % 2 === 0 ? admin : maintainer),
      ),
    );
    const macs = made.map(({ body }) => (body.data as { mac: string }).mac);
    expect(new Set(macs).size).toBe(200);
    // Locally administered, of one device.
    for (const mac of macs) expect(mac).toMatch(/^02(:[0-9A-F]{2}){5}$/);
  });

  test("are none that a box has already", async () => {
    const { mac } = (await callAs(boxCalls.createBoxMac, {})).data as { mac: string };
    const taken = `${mac.slice(0, -2)}${(Number.parseInt(mac.slice(-2), 16) + 1).toString(16).toUpperCase().padStart(2, "0")}`;
    await insertBox(ctx.db, null, { mac: taken });
    const { mac: other } = (await callAs(boxCalls.createBoxMac, {})).data as { mac: string };
    expect([mac, taken]).not.toContain(other);
  });

  test("are written in one way, whichever way they were typed, and each has one box", async () => {
    const id = getId(await add({ ...box, mac: " 60-60-1f-aa-bb-cc " }));
    expect((await readBox(ctx.db, id)).mac).toBe("60:60:1F:AA:BB:CC");
    const same = await add({ ...box, sn: "CD-0002", mac: "60:60:1F:AA:BB:CC" });
    expect([same.state, same.message]).toEqual([-1, "MAC 地址已被其他云盒使用，请核对或重新生成"]);
    const group = await add({ ...box, sn: "CD-0003", mac: "61:60:1F:AA:BB:CC" });
    expect(getIssues(group)[0]?.path).toBe("mac");
  });
});

describe("boxes", () => {
  test("are bound, unbound and bound again, and remember whose they were", async () => {
    const [one, other] = [
      await factory.createCompany({ name: "甲方测绘" }),
      await factory.createCompany({ name: "乙方测绘" }),
    ];
    const id = getId(await add({ ...box, sn: "CD-0011", mac: "60:60:1F:00:00:11", companyId: one.id }));
    expect([await getBoxCount(one.id), await getBoxCount(other.id)]).toEqual([1, 0]);
    const taken = await update({ id, version: 1, companyId: other.id });
    expect([taken.state, taken.message]).toEqual([-1, "云盒当前状态为「已绑定」，请先从「甲方测绘」解绑"]);
    expect((await update({ id, version: 1, companyId: "" })).state).toBe(0);
    expect((await update({ id, version: 2, companyId: other.id })).state).toBe(0);
    expect([await getBoxCount(one.id), await getBoxCount(other.id)]).toEqual([0, 1]);
    expect(await getOwners(id)).toMatchObject([
      { companyName: "乙方测绘", boundBy: "运维丁", unboundAt: null, unboundBy: "" },
      {
        companyName: "甲方测绘",
        boundBy: "运维丁",
        unboundAt: "2026-03-02T02:00:00.000Z",
        unboundBy: "运维丁",
      },
    ]);
  });

  test("stay with their company while a flight that needs them is open", async () => {
    const company = await factory.createCompany();
    const { id } = await insertBox(ctx.db, company);
    const drone = await insertDrone(ctx.db, company, { boxId: id });
    const task = await factory.task(company, { droneSn: drone.sn, status: "running" });
    const refused = await update({ id, version: 1, companyId: "" });
    expect([refused.state, refused.message]).toEqual([
      -1,
      `云盒下的设备有未结束的任务 ${task.taskNo}，请在任务结束后解绑`,
    ]);
    expect((await readDrone(ctx.db, drone.id)).boxId).toBe(id);
    const other = await insertDrone(ctx.db, company, { boxId: (await insertBox(ctx.db, company)).id });
    expect((await update({ id: other.boxId, version: 1, companyId: "" })).state).toBe(0);
    expect((await readDrone(ctx.db, other.id)).boxId).toBeNull();
  });

  test("are not bound to a frozen company", async () => {
    const company = await factory.createCompany({ name: "冻结测绘", status: "frozen" });
    const { id } = await insertBox(ctx.db, null);
    const refused = await update({ id, version: 1, companyId: company.id });
    expect([refused.state, refused.message]).toEqual([-1, "企业「冻结测绘」已冻结，不能绑定设备"]);
  });

  test("have a whole position or none", async () => {
    const half = await add({ ...box, sn: "CD-0021", mac: "60:60:1F:00:00:21", lng: 116.4 });
    expect(getIssues(half)).toEqual([{ path: "lat", message: "经度和纬度需要一起填写" }]);
    const { id } = await insertBox(ctx.db, null, { lng: 116.4, lat: 39.9 });
    expect(getIssues(await update({ id, version: 1, lat: "" }))).toEqual([
      { path: "lat", message: "经度和纬度需要一起填写" },
    ]);
    expect((await update({ id, version: 1, lng: "", lat: "" })).state).toBe(0);
    expect(await readBox(ctx.db, id)).toMatchObject({ lng: null, lat: null });
  });

  test("are found by how long they have been silent, and by whether they are bound", async () => {
    const company = await factory.createCompany();
    const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000);
    const fresh = await insertBox(ctx.db, company, { lastSeenAt: ago(0.5), createdAt: ago(90) });
    const silent = await insertBox(ctx.db, company, { lastSeenAt: ago(8), createdAt: ago(90) });
    const never = await insertBox(ctx.db, company, { lastSeenAt: null, createdAt: ago(90) });
    const fromNow = await insertBox(ctx.db, company, { lastSeenAt: null, createdAt: ago(1) });
    const found = async (body: object) =>
      new Set((await list({ companyId: company.id, ...body })).list.map(({ id }) => id));
    expect(await found({ offlineDays: 7 })).toEqual(new Set([silent.id, never.id]));
    expect(await found({ offlineDays: "30" })).toEqual(new Set([never.id]));
    expect(await found({ binding: "bound" })).toEqual(new Set([fresh.id, silent.id, never.id, fromNow.id]));
    expect((await list({ companyId: company.id, binding: "free" })).total).toBe(0);
  });
});

describe("hangars", () => {
  const hangar = { name: "城东机场", model: "DJI Dock 2", lng: 113.9, lat: 22.5, altitude: 12 };

  test("begin offline, with the weather unknown", async () => {
    const company = await factory.createCompany();
    const id = getId(await addHangar({ ...hangar, sn: "JC-0001", companyId: company.id }));
    const { data } = await callAs(hangarCalls.hangarOne, { params: { id } }, "duty");
    expect(data).toMatchObject({
      status: "offline",
      cover: "closed",
      droneSn: "",
      droneBattery: null,
      windSpeed: null,
      lastSeenAt: null,
    });
    const same = await addHangar({ ...hangar, sn: "JC-0001", companyId: company.id });
    expect([same.state, same.message]).toEqual([-1, "序列号已存在，请核对后重新填写"]);
    const abroad = await addHangar({
      ...hangar,
      sn: "JC-0002",
      companyId: company.id,
      lat: 35.6,
      lng: 139.7,
    });
    expect(getIssues(abroad)).toEqual([{ path: "lng", message: "位置应在中国境内" }]);
    const little = await addHangar({ sn: "JC-0003" });
    expect(getIssues(little).map(({ path }) => path)).toEqual([
      "name",
      "model",
      "companyId",
      "lng",
      "lat",
      "altitude",
    ]);
  });

  test("house one drone of their own company, which is in no other", async () => {
    const [company, other] = [
      await factory.createCompany(),
      await factory.createCompany({ name: "别家测绘" }),
    ];
    const [own, foreign] = [await insertDrone(ctx.db, company), await insertDrone(ctx.db, other)];
    const first = await insertHangar(ctx.db, company);
    const second = await insertHangar(ctx.db, company);
    const taken = await addHangar({ id: first.id, version: 1, droneSn: foreign.sn });
    expect(taken.message).toBe(`无人机 ${foreign.sn} 属于「别家测绘」，只能选择同一企业的无人机`);
    expect((await addHangar({ id: first.id, version: 1, droneSn: own.sn })).state).toBe(0);
    expect((await readDrone(ctx.db, own.id)).hangarId).toBe(first.id);
    const twice = await addHangar({ id: second.id, version: 1, droneSn: own.sn });
    expect(twice.message).toBe(`无人机 ${own.sn} 已在机场「${first.name}」中，请先从那里移出`);
    expect((await addHangar({ id: first.id, version: 2, droneSn: "" })).state).toBe(0);
    expect((await readDrone(ctx.db, own.id)).hangarId).toBeNull();
    expect((await addHangar({ id: second.id, version: 1, droneSn: own.sn })).state).toBe(0);
  });

  test("change company only when idle and without an open flight, and remember the old one", async () => {
    const [company, other] = [
      await factory.createCompany({ name: "丙方测绘" }),
      await factory.createCompany({ name: "丁方测绘" }),
    ];
    const busy = await insertHangar(ctx.db, company, { status: "working" });
    expect((await addHangar({ id: busy.id, version: 1, companyId: other.id })).message).toBe(
      "机场当前状态为「作业中」，仅空闲的机场可以更换所属企业",
    );
    const planned = await insertHangar(ctx.db, company);
    const task = await factory.task(company, { hangarId: planned.id });
    expect((await addHangar({ id: planned.id, version: 1, companyId: other.id })).message).toBe(
      `机场有未结束的任务 ${task.taskNo}，请在任务结束后更换所属企业`,
    );
    const idle = await insertHangar(ctx.db, company);
    expect((await addHangar({ id: idle.id, version: 1, companyId: other.id })).state).toBe(0);
    expect(await readHangar(ctx.db, idle.id)).toMatchObject({ companyId: other.id, companyName: "丁方测绘" });
    expect(await getOwners(idle.id)).toMatchObject([
      { companyName: "丁方测绘", unboundAt: null },
      { companyName: "丙方测绘", unboundBy: "运维丁" },
    ]);
  });

  test("keep their drone while they work", async () => {
    const company = await factory.createCompany();
    const [flying, spare] = [await insertDrone(ctx.db, company), await insertDrone(ctx.db, company)];
    const { id } = await insertHangar(ctx.db, company, { status: "working", droneSn: flying.sn });
    for (const droneSn of [spare.sn, ""])
      expect((await addHangar({ id, version: 1, droneSn })).message).toBe(
        "机场正在作业，请在任务结束后更换无人机",
      );
    expect((await readHangar(ctx.db, id)).droneSn).toBe(flying.sn);
  });

  test("that are out of service stay so, whatever they say of themselves", async () => {
    const company = await factory.createCompany();
    const [off, idle] = [
      await insertHangar(ctx.db, company, { status: "service" }),
      await insertHangar(ctx.db, company),
    ];
    const writes = createWriteBehind(ctx.db, (error) => ctx.errors.push(error));
    for (const { id } of [off, idle]) writes.updateHangar({ id, set: { status: "working", cover: "open" } });
    await writes.flush();
    expect(await readHangar(ctx.db, off.id)).toMatchObject({ status: "service", cover: "open" });
    expect(await readHangar(ctx.db, idle.id)).toMatchObject({ status: "working", cover: "open" });
    expect(ctx.errors).toEqual([]);
  });
});

describe("all devices", () => {
  test("are in one list, and have their company's new name", async () => {
    const company = await factory.createCompany({ name: "戊方测绘" });
    const owned = await insertBox(ctx.db, company);
    await insertHangar(ctx.db, company);
    await insertDrone(ctx.db, company, { boxId: owned.id });
    const named = async () =>
      (await callAs(deviceCalls.deviceList, { query: { companyId: company.id } }, "duty")).data as {
        kind: string;
        boxId: string | null;
        companyName: string;
      }[];
    expect((await named()).map(({ kind, boxId }) => [kind, boxId])).toEqual([
      ["hangar", null],
      ["drone", owned.id],
      ["box", null],
    ]);
    const { id, version } = company;
    const body = { id, version, name: "己方测绘", requestId: "device-rule-name" };
    expect((await callAs(companyCalls.companyUpdate, { body }, "operator")).state).toBe(0);
    expect(new Set((await named()).map(({ companyName }) => companyName))).toEqual(new Set(["己方测绘"]));
    const [renamed] = await ctx.db.select().from(hangars).where(eq(hangars.companyId, id));
    expect(renamed?.companyName).toBe("己方测绘");
  });

  test("are found by kind, and by a part of their name or serial number as it is written", async () => {
    const company = await factory.createCompany({ name: "庚方测绘" });
    const box = await insertBox(ctx.db, company);
    const drone = await insertDrone(ctx.db, company);
    const found = async (query: object) =>
      (
        (await callAs(deviceCalls.deviceList, { query: { companyId: company.id, ...query } }, "finance"))
          .data as { sn: string }[]
      ).map(({ sn }) => sn);
    expect(await found({ kind: "box" })).toEqual([box.sn]);
    expect(await found({ kind: "drone" })).toEqual([drone.sn]);
    expect(await found({ kind: "hangar" })).toEqual([]);
    expect(await found({ keyword: box.sn.toLowerCase() })).toEqual([box.sn]);
    expect(await found({ keyword: "%" })).toEqual([]);
  });
});
