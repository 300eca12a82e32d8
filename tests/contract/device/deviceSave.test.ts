import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory } from "../../live/flightFactory.ts";
import { getId, getIssues } from "../fixtures/createCallFixture.ts";
import { createDeviceFixture } from "./deviceFixture.ts";
import { insertBox, insertDrone, insertHangar, readDrone } from "./deviceRecords.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

const { callAs, createSaver, getOwners } = createDeviceFixture(() => ctx);
const saveDrone = createSaver(deviceCalls.deviceSave);
const drone = { model: "DJI Matrice 4TD", uavClass: "light" };

describe("a drone", () => {
  test("is registered with serial number, model, class and company only, and audited", async () => {
    const company = await factory.createCompany({ name: "甲方测绘" });
    const id = getId(await saveDrone({ ...drone, sn: "1581F7FVC251A00CB04F", companyId: company.id }));
    expect((await callAs(deviceCalls.droneOne, { params: { id } }, "duty")).data).toMatchObject({
      name: "DJI Matrice 4TD 1581F7FVC251A00CB04F",
      sn: "1581F7FVC251A00CB04F",
      registrationNo: "",
      companyName: "甲方测绘",
      boxName: null,
      hangarName: null,
      lng: null,
      lat: null,
      lastSeenAt: null,
      version: 1,
    });
    expect(await getOwners(id)).toMatchObject([{ companyName: "甲方测绘", boundBy: "运维丁" }]);
    const [row] = await ctx.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(row).toMatchObject({ entity: "device", after: { sn: "1581F7FVC251A00CB04F" } });
  });

  test("has a place of two coordinates anywhere in the world, or none", async () => {
    const company = await factory.createCompany();
    const half = await saveDrone({ ...drone, sn: "HALF-1", companyId: company.id, lng: 105.4 });
    expect(getIssues(half)).toEqual([{ path: "lat", message: "经度和纬度需要一起填写" }]);
    const abroad = { sn: "ABROAD-1", companyId: company.id, lng: -122.42, lat: 37.77 };
    const id = getId(await saveDrone({ ...drone, ...abroad }));
    const emptied = await saveDrone({ id, version: 1, lng: "" });
    expect(getIssues(emptied)).toEqual([{ path: "lng", message: "经度和纬度需要一起填写" }]);
    expect((await saveDrone({ id, version: 1, lng: "", lat: "" })).state).toBe(0);
    expect(await readDrone(ctx.db, id)).toMatchObject({ lng: null, lat: null, version: 2 });
  });

  test("is refused with what is missing", async () => {
    const answer = await saveDrone({ name: "只有名称" });
    expect(getIssues(answer).map(({ path }) => path)).toEqual(["sn", "model", "uavClass", "companyId"]);
  });

  test("has a serial number of its own: the refusal names the company that has it", async () => {
    const [owner, other] = [
      await factory.createCompany({ name: "先到测绘" }),
      await factory.createCompany({ name: "后到测绘" }),
    ];
    await saveDrone({ ...drone, sn: "TWICE-1", companyId: owner.id, name: "一号机" });
    const taken = await saveDrone({ ...drone, sn: "TWICE-1", companyId: other.id });
    expect([taken.state, taken.message]).toEqual([
      -1,
      "序列号 TWICE-1 已登记在「先到测绘」名下（一号机），请核对，或编辑该无人机",
    ]);
    const id = getId(await saveDrone({ ...drone, sn: "TWICE-2", companyId: other.id }));
    expect((await saveDrone({ id, version: 1, sn: "TWICE-1" })).message).toMatch("先到测绘");
    const race = await Promise.all(
      [1, 2].map(() => saveDrone({ ...drone, sn: "TWICE-3", companyId: other.id })),
    );
    expect(race.map(({ state }) => state).sort()).toEqual([-1, 0]);
  });

  test("is edited with its version, and a frozen company gets none", async () => {
    const company = await factory.createCompany();
    const { id } = await insertDrone(ctx.db, company);
    expect(await saveDrone({ id, version: 1, name: "新名称" })).toMatchObject({
      state: 0,
      data: { id, version: 2 },
    });
    const stale = await saveDrone({ id, version: 1, name: "旧版本" });
    expect(stale.data).toMatchObject({ name: "新名称", version: 2 });
    await factory.freeze(company.id);
    const refused = await saveDrone({ ...drone, sn: "FROZEN-1", companyId: company.id });
    expect(refused.message).toMatch("已冻结，不能绑定设备");
  });

  test("changes company or serial number only where nothing refers to it", async () => {
    const [company, other] = [
      await factory.createCompany({ name: "丙方测绘" }),
      await factory.createCompany({ name: "丁方测绘" }),
    ];
    const busy = await insertDrone(ctx.db, company);
    const task = await factory.task(company, { droneSn: busy.sn });
    expect((await saveDrone({ id: busy.id, version: 1, companyId: other.id })).message).toBe(
      `无人机有未结束的任务 ${task.taskNo}，请在任务结束后更换所属企业`,
    );
    const hangar = await insertHangar(ctx.db, company);
    const housed = await insertDrone(ctx.db, company, { hangarId: hangar.id });
    expect((await saveDrone({ id: housed.id, version: 1, sn: "OTHER-1" })).message).toBe(
      `无人机在机场「${hangar.name}」中，请先从那里移出，再修改序列号`,
    );
    const box = await insertBox(ctx.db, company);
    const boxed = await insertDrone(ctx.db, company, { boxId: box.id });
    expect((await saveDrone({ id: boxed.id, version: 1, companyId: other.id })).message).toBe(
      `无人机接入了云盒「${box.name}」，请先断开，再更换所属企业`,
    );
    const free = await insertDrone(ctx.db, company);
    expect((await saveDrone({ id: free.id, version: 1, companyId: other.id })).state).toBe(0);
    expect(await readDrone(ctx.db, free.id)).toMatchObject({ companyId: other.id, companyName: "丁方测绘" });
    expect(await getOwners(free.id)).toMatchObject([
      { companyName: "丁方测绘", unboundAt: null },
      { companyName: "丙方测绘", unboundBy: "运维丁" },
    ]);
  });
});

test("the list of drones finds by serial number and company, and names box and hangar", async () => {
  const company = await factory.createCompany();
  const [hangar, box] = [await insertHangar(ctx.db, company), await insertBox(ctx.db, company)];
  const housed = await insertDrone(ctx.db, company, { hangarId: hangar.id, boxId: box.id });
  const free = await insertDrone(ctx.db, company);
  const list = async (filters: object) =>
    (await callAs(deviceCalls.droneList, { body: { pageNo: 1, pageSize: 20, ...filters } }, "operator"))
      .data as { total: number; list: { sn: string; boxName: string | null; hangarName: string | null }[] };
  const own = await list({ companyId: company.id, sort: { field: "sn", order: "asc" } });
  expect(own.total).toBe(2);
  expect(own.list.find(({ sn }) => sn === housed.sn)).toMatchObject({
    hangarName: hangar.name,
    boxName: box.name,
  });
  expect(own.list.find(({ sn }) => sn === free.sn)).toMatchObject({ hangarName: null, boxName: null });
  const found = await list({ keyword: free.sn });
  expect(found.list.map(({ sn }) => sn)).toEqual([free.sn]);
});
