import { eq, isNull } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { dutyCalls, shiftLogMax } from "../../adapters/contract/duty.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { insertAll } from "../../server/db/insertAll.ts";
import { dutyLog, dutyShifts } from "../../server/db/schema/duty.ts";
import { type ConsoleRole, createTestPlatform } from "../helpers/testPlatform.ts";

let count = 0;
const ctx = await createTestPlatform();
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.update(dutyShifts).set({ endedAt: ctx.clock.now() }).where(isNull(dutyShifts.endedAt));
  ctx.clock.advance(1_000);
});

const takeOver = async (role: ConsoleRole, shiftId: string | null, fields: object = {}) => {
  const body = { requestId: `takeover-${++count}`, shiftId, note: "", ...fields };
  const answer = (await ctx.callAs(role, dutyCalls.dutyTakeover, { body })).body;
  // The shape of an answer is tested with the contract's samples; a refusal has none.
  return { ...answer, data: answer.data as EndpointData<typeof dutyCalls.dutyTakeover> };
};
const readCurrent = async () => {
  const { body } = await ctx.callAs("operator", dutyCalls.dutyCurrent, {});
  return body.data as EndpointData<typeof dutyCalls.dutyCurrent>;
};
const readShift = async (id: string) => {
  const { body } = await ctx.callAs("operator", dutyCalls.dutyShiftOne, { params: { id } });
  return body.data as EndpointData<typeof dutyCalls.dutyShiftOne>;
};

describe("taking over", () => {
  test("begins a shift that everybody sees, and ends the one before with its note", async () => {
    const first = await takeOver("duty", null);
    expect(first.state).toBe(0);
    expect(await readCurrent()).toMatchObject({ shifts: [{ staffName: "值班戊", endedAt: null }] });
    ctx.clock.advance(10 * 60_000);
    const second = await takeOver("admin", first.data.id, { note: "东区有大风" });
    expect(second.data).toMatchObject({ staffName: "管理员甲", startedAt: ctx.clock.now().toISOString() });
    expect(await readCurrent()).toMatchObject({
      shifts: [{ staffName: "管理员甲" }],
      previous: { staffName: "值班戊", endReason: "handover", handoverNote: "东区有大风" },
    });
    const { log } = await readShift(first.data.id);
    expect(log.map(({ kind }) => kind)).toEqual(["shiftStarted", "shiftEnded"]);
    expect(log[1]?.text).toBe("值班戊交班，在飞 0 架：东区有大风");
  });

  test("of a shift with a long log the first entries are shown, and how many there are", async () => {
    const { data } = await takeOver("duty", null);
    const [entry] = await ctx.db.select().from(dutyLog).where(eq(dutyLog.shiftId, data.id));
    if (!entry) throw new Error("the shift begins with an entry");
    const copies = Array.from({ length: shiftLogMax + 2 }, () => ({ ...entry, id: ctx.platform.newId() }));
    await insertAll(ctx.db, dutyLog, copies);
    const { log, total } = await readShift(data.id);
    expect([log.length, total]).toEqual([shiftLogMax, shiftLogMax + 3]);
  });

  test("of two officers at once, one wins and the other is told who", async () => {
    const [one, two] = await Promise.all([takeOver("duty", null), takeOver("admin", null)]);
    expect([one.state, two.state].sort()).toEqual([-1, 0]);
    const winner = one.state === 0 ? "值班戊" : "管理员甲";
    expect(one.state === 0 ? two.message : one.message).toBe(`${winner} 刚刚接班，请刷新后再操作`);
    expect(await ctx.db.$count(dutyShifts, isNull(dutyShifts.endedAt))).toBe(1);
  });

  test("is refused to who is on duty already", async () => {
    const { data } = await takeOver("duty", null);
    expect(await takeOver("duty", data.id)).toMatchObject({ state: -1, message: "您已在值班，无需再次接班" });
  });

  test("names the leader who gets SMS; without one it is the officer", async () => {
    const { data } = await takeOver("duty", null, { leaderPhone: "13812345678" });
    expect(data.leaderPhone).toBe("138****5678");
    const next = await takeOver("admin", data.id);
    expect(next.data.leaderPhone).toBe("139****0001");
  });
});

describe("leaving", () => {
  const leave = async (role: ConsoleRole, id: string) => {
    const body = { requestId: `leave-no-${++count}`, id, version: 1, note: "" };
    return (await ctx.callAs(role, dutyCalls.dutyLeave, { body })).body;
  };

  test("ends one's own shift; nobody is on duty then", async () => {
    const { data } = await takeOver("duty", null);
    expect((await leave("duty", data.id)).data).toMatchObject({ endReason: "left", flightsAtEnd: 0 });
    expect((await readCurrent()).shifts).toEqual([]);
    expect(await leave("duty", data.id)).toMatchObject({
      state: -1,
      message: "该班次已结束，请刷新后再操作",
    });
  });

  test("of somebody else is for admins", async () => {
    const { data } = await takeOver("admin", null);
    expect(await leave("duty", data.id)).toMatchObject({
      state: -1,
      message: "当前值班是 管理员甲，请由本人离岗，或由您接班",
    });
  });
});

test("a note belongs to the shift and is read by the next officer", async () => {
  const { data } = await takeOver("duty", null);
  const body = { requestId: "note-0001", text: "与塔台通话，无特情" };
  await ctx.callAs("duty", dutyCalls.dutyNote, { body });
  const [note] = await ctx.db.select().from(dutyLog).where(eq(dutyLog.kind, "note"));
  expect(note).toMatchObject({ shiftId: data.id, staffName: "值班戊", text: "与塔台通话，无特情" });
  expect((await readCurrent()).notes).toMatchObject([{ text: "与塔台通话，无特情" }]);
});
