import { afterAll, describe, expect, test } from "vitest";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { createWriteBehind } from "../../../server/telemetry/flights/writeBehind.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory } from "../../live/flightFactory.ts";
import { getId, getIssues } from "../fixtures/createCallFixture.ts";
import { createDeviceFixture } from "./deviceFixture.ts";
import { insertDrone, insertHangar, readDrone, readHangar } from "./deviceRecords.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

const { callAs, createSaver, getOwners } = createDeviceFixture(() => ctx);
const addHangar = createSaver(hangarCalls.hangarAdd);

describe("hangars", () => {
  const hangar = { name: "城东机场", model: "DJI Dock 2", lng: 113.9, lat: 22.5, altitude: 12 };

  test("begin offline, without weather data", async () => {
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

  test("have one drone of their own company, which is in no other hangar", async () => {
    const [company, other] = [
      await factory.createCompany(),
      await factory.createCompany({ name: "别家测绘" }),
    ];
    const [own, foreign] = [await insertDrone(ctx.db, company), await insertDrone(ctx.db, other)];
    const first = await insertHangar(ctx.db, company);
    const second = await insertHangar(ctx.db, company);
    const refused = await addHangar({ id: first.id, version: 1, droneSn: foreign.sn });
    expect(refused.message).toBe(`无人机 ${foreign.sn} 属于「别家测绘」，只能选择同一企业的无人机`);
    expect((await addHangar({ id: first.id, version: 1, droneSn: own.sn })).state).toBe(0);
    expect((await readDrone(ctx.db, own.id)).hangarId).toBe(first.id);
    const twice = await addHangar({ id: second.id, version: 1, droneSn: own.sn });
    expect(twice.message).toBe(`无人机 ${own.sn} 已在机场「${first.name}」中，请先从那里移出`);
    expect((await addHangar({ id: first.id, version: 2, droneSn: "" })).state).toBe(0);
    expect((await readDrone(ctx.db, own.id)).hangarId).toBeNull();
    expect((await addHangar({ id: second.id, version: 1, droneSn: own.sn })).state).toBe(0);
  });

  test("change company only when idle and without an open flight, and keep the ownership history", async () => {
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

  test("cannot change their drone while working", async () => {
    const company = await factory.createCompany();
    const [flying, spare] = [await insertDrone(ctx.db, company), await insertDrone(ctx.db, company)];
    const { id } = await insertHangar(ctx.db, company, { status: "working", droneSn: flying.sn });
    for (const droneSn of [spare.sn, ""])
      expect((await addHangar({ id, version: 1, droneSn })).message).toBe(
        "机场正在作业，请在任务结束后更换无人机",
      );
    expect((await readHangar(ctx.db, id)).droneSn).toBe(flying.sn);
  });

  test("that are out of service stay so, whatever status they report", async () => {
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
