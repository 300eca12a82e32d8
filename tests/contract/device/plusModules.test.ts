import { afterAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { plusCalls } from "../../../adapters/contract/plus.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createCallFixture } from "../fixtures/createCallFixture.ts";
import { insertBox, insertPlusModule } from "./deviceRecords.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const { callAs, createSaver, nextRequestId } = createCallFixture(() => ctx, {
  role: "maintainer",
  prefix: "plus-act",
});
const add = createSaver(plusCalls.plusAdd);
const edit = createSaver(plusCalls.plusUpdate);
const remove = (id: string, version: number) =>
  callAs(plusCalls.plusDel, { params: { id }, query: { version, requestId: nextRequestId() } });
const getModules = async (boxId: string) =>
  (await callAs(plusCalls.plusList, { params: { id: boxId } })).data as {
    id: string;
    version: number;
    name: string;
    status: string;
  }[];
const rtk = { name: "差分模块", kind: "rtk" };

describe("the modules of a box", () => {
  test("can be added, edited, deleted, and listed by box", async () => {
    const [box, other] = [await insertBox(ctx.db, null), await insertBox(ctx.db, null)];
    await insertPlusModule(ctx.db, other.id);
    const { data } = await add({ ...rtk, boxId: box.id, sn: "RTK-001" });
    const { id } = data as { id: string };
    expect(await getModules(box.id)).toMatchObject([{ id, name: "差分模块", status: "normal", version: 1 }]);
    expect((await edit({ id, version: 1, status: "fault" })).state).toBe(0);
    expect((await edit({ id, version: 1, name: "过时的名字" })).state).toBe(-5);
    expect(await getModules(box.id)).toMatchObject([{ id, name: "差分模块", status: "fault", version: 2 }]);
    expect((await remove(id, 2)).state).toBe(0);
    expect(await getModules(box.id)).toEqual([]);
    expect((await remove(id, 2)).message).toBe("扩展模块不存在或已删除");
    const about = (await ctx.db.select().from(auditLog)).filter(({ entityId }) => entityId === id);
    expect(about).toHaveLength(3);
  });

  test("have a unique serial number, which is free again after deletion", async () => {
    const box = await insertBox(ctx.db, null);
    const existing = await insertPlusModule(ctx.db, box.id, { sn: "RTK-100" });
    const same = await add({ ...rtk, boxId: box.id, sn: "RTK-100" });
    expect([same.state, same.message]).toEqual([-1, "序列号已被其他扩展模块使用，请核对后重新填写"]);
    await remove(existing.id, 1);
    expect((await add({ ...rtk, boxId: box.id, sn: "RTK-100" })).state).toBe(0);
  });

  test("are at most 16, even if two are added concurrently", async () => {
    const box = await insertBox(ctx.db, null);
    for (let turn = 0; turn < 15; turn++) await insertPlusModule(ctx.db, box.id);
    const responses = await Promise.all([
      add({ ...rtk, boxId: box.id, sn: "RTK-201" }),
      add({ ...rtk, boxId: box.id, sn: "RTK-202" }),
    ]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-1, 0]);
    expect(await getModules(box.id)).toHaveLength(16);
  });

  test("are listed with their box, each kind once, in the dictionary's order", async () => {
    const box = await insertBox(ctx.db, null);
    for (const kind of ["camera", "rtk", "rtk", "4g"] as const)
      await insertPlusModule(ctx.db, box.id, { kind });
    const { data } = await callAs(boxCalls.boxOne, { params: { id: box.id } });
    expect(data).toMatchObject({ plusKinds: ["4g", "rtk", "camera"] });
  });
});
