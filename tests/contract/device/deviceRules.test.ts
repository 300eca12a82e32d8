import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory } from "../../live/flightFactory.ts";
import { getId, getIssues } from "../fixtures/createCallFixture.ts";
import { createDeviceFixture } from "./deviceFixture.ts";
import { insertBox, insertDrone, insertHangar, readBox, readDrone } from "./deviceRecords.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

const { callAs, createSaver, getOwners } = createDeviceFixture(() => ctx);
const add = createSaver(boxCalls.boxAdd);
const update = createSaver(boxCalls.boxUpdate);
const getBoxCount = async (id: string) =>
  (await ctx.db.select().from(companies).where(eq(companies.id, id)))[0]?.boxCount;
const list = async (body: object) =>
  (await callAs(boxCalls.boxList, { body: { pageNo: 1, pageSize: 50, ...body } }, "operator")).data as {
    list: { id: string; plusKinds: string[]; deviceCount: number; binding: string }[];
    total: number;
  };

const box = { name: "城东云盒", sn: "CD-0001", model: "AC-Box 2" };

describe("MAC addresses", () => {
  test("generated concurrently are unique, 200 times", async () => {
    const [admin, maintainer] = [await ctx.loginAs("admin"), await ctx.loginAs("maintainer")];
    const created = await Promise.all(
      Array.from({ length: 200 }, (_, turn) =>
        injectUntyped(ctx.app, boxCalls.createBoxMac, {}, turn % 2 === 0 ? admin : maintainer),
      ),
    );
    const macs = created.map(({ body }) => (body.data as { mac: string }).mac);
    expect(new Set(macs).size).toBe(200);
    // Locally administered, unicast.
    for (const mac of macs) expect(mac).toMatch(/^02(:[0-9A-F]{2}){5}$/);
  });

  test("generated are not in use by a box", async () => {
    const { mac } = (await callAs(boxCalls.createBoxMac, {})).data as { mac: string };
    const taken = `${mac.slice(0, -2)}${(Number.parseInt(mac.slice(-2), 16) + 1).toString(16).toUpperCase().padStart(2, "0")}`;
    await insertBox(ctx.db, null, { mac: taken });
    const { mac: other } = (await callAs(boxCalls.createBoxMac, {})).data as { mac: string };
    expect([mac, taken]).not.toContain(other);
  });

  test("are normalised, and unique among boxes", async () => {
    const id = getId(await add({ ...box, mac: " 60-60-1f-aa-bb-cc " }));
    expect((await readBox(ctx.db, id)).mac).toBe("60:60:1F:AA:BB:CC");
    const same = await add({ ...box, sn: "CD-0002", mac: "60:60:1F:AA:BB:CC" });
    expect([same.state, same.message]).toEqual([-1, "MAC 地址已被其他云盒使用，请核对或重新生成"]);
    const group = await add({ ...box, sn: "CD-0003", mac: "61:60:1F:AA:BB:CC" });
    expect(getIssues(group)[0]?.path).toBe("mac");
  });
});

describe("boxes", () => {
  test("can be bound, unbound and bound again, and have an ownership history", async () => {
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

  test("cannot be unbound while their devices have an open flight", async () => {
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

  test("cannot be bound to a frozen company", async () => {
    const company = await factory.createCompany({ name: "冻结测绘", status: "frozen" });
    const { id } = await insertBox(ctx.db, null);
    const refused = await update({ id, version: 1, companyId: company.id });
    expect([refused.state, refused.message]).toEqual([-1, "企业「冻结测绘」已冻结，不能绑定设备"]);
  });

  test("have a complete position or none", async () => {
    const half = await add({ ...box, sn: "CD-0021", mac: "60:60:1F:00:00:21", lng: 116.4 });
    expect(getIssues(half)).toEqual([{ path: "lat", message: "经度和纬度需要一起填写" }]);
    const { id } = await insertBox(ctx.db, null, { lng: 116.4, lat: 39.9 });
    expect(getIssues(await update({ id, version: 1, lat: "" }))).toEqual([
      { path: "lat", message: "经度和纬度需要一起填写" },
    ]);
    expect((await update({ id, version: 1, lng: "", lat: "" })).state).toBe(0);
    expect(await readBox(ctx.db, id)).toMatchObject({ lng: null, lat: null });
  });

  test("are found by how long they have been offline, and by their binding", async () => {
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

describe("all devices", () => {
  test("are in one list, and follow a renamed company", async () => {
    const company = await factory.createCompany({ name: "戊方测绘" });
    const owned = await insertBox(ctx.db, company);
    await insertHangar(ctx.db, company);
    await insertDrone(ctx.db, company, { boxId: owned.id });
    const listDevices = async () =>
      (await callAs(deviceCalls.deviceList, { query: { companyId: company.id } }, "duty")).data as {
        kind: string;
        boxId: string | null;
        companyName: string;
      }[];
    expect((await listDevices()).map(({ kind, boxId }) => [kind, boxId])).toEqual([
      ["hangar", null],
      ["drone", owned.id],
      ["box", null],
    ]);
    const { id, version } = company;
    const body = { id, version, name: "己方测绘", requestId: "device-rule-name" };
    expect((await callAs(companyCalls.companyUpdate, { body }, "operator")).state).toBe(0);
    expect(new Set((await listDevices()).map(({ companyName }) => companyName))).toEqual(
      new Set(["己方测绘"]),
    );
    const [renamed] = await ctx.db.select().from(hangars).where(eq(hangars.companyId, id));
    expect(renamed?.companyName).toBe("己方测绘");
  });

  test("are found by kind, and by a literal part of their name or serial number", async () => {
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

  test("linked to a box or a hangar are found by it", async () => {
    const company = await factory.createCompany();
    const box = await insertBox(ctx.db, company);
    const linked = await insertDrone(ctx.db, company, { boxId: box.id });
    await insertDrone(ctx.db, company);
    const found = async (query: object) =>
      (
        (await callAs(deviceCalls.deviceList, { query: { companyId: company.id, ...query } }, "duty"))
          .data as { id: string }[]
      ).map(({ id }) => id);
    expect(await found({ boxId: box.id })).toEqual([linked.id]);
    expect(await found({ hangarId: box.id })).toEqual([]);
  });
});
