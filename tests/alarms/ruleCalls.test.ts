import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { AlarmRuleRow } from "../../adapters/contract/alarmRule.ts";
import { alarmRuleCalls } from "../../adapters/contract/alarmRule.ts";
import { createColumns } from "../../adapters/contract/columns.ts";
import { flightPhases } from "../../adapters/contract/flight.ts";
import { encodeTrackChunk, trackColumns } from "../../adapters/contract/track.ts";
import { alarmRules } from "../../server/db/schema/alarmRule.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { previewRule } from "../../server/telemetry/alarms/preview/previewRule.ts";
import { injectUntyped } from "../helpers/injectCall.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

const draft = {
  kind: "batteryLow" as const,
  priority: "p2" as const,
  thresholds: { pct: 30 } as Record<string, number>,
  onDelayMs: 2_000,
  offDelayMs: 5_000,
  companyId: null as string | null,
  droneSn: "",
  status: "enabled" as const,
};
/** The answer of a call of an admin, with its status. */
const call = async (endpoint: Parameters<typeof injectUntyped>[1], body: object) => {
  const answer = await injectUntyped(ctx.app, endpoint, { body }, await ctx.loginAs("admin"));
  return { status: answer.status, ...answer.body };
};
let requests = 0;
const save = (fields: object) =>
  call(alarmRuleCalls.ruleSave, { ...draft, requestId: `rule-request-${++requests}`, ...fields });
const getGeneral = async (kind: AlarmRuleRow["kind"]) => {
  const [rule] = await ctx.db
    .select()
    .from(alarmRules)
    .where(and(eq(alarmRules.kind, kind), eq(alarmRules.droneSn, "")));
  if (!rule) throw new Error(`There is no general rule of ${kind}`);
  return rule;
};

describe("alarm rules", () => {
  test("every kind that the server finds has its general rule from the start", async () => {
    const listed = await call(alarmRuleCalls.ruleList, { pageNo: 1, pageSize: 100 });
    expect(listed).toMatchObject({ state: 0, data: { total: 29 } });
    expect(await getGeneral("batteryLow")).toMatchObject({
      priority: "p2",
      thresholds: { pct: 25, clearPct: 3 },
      onDelayMs: 2_000,
      offDelayMs: 5_000,
      companyId: null,
      status: "enabled",
    });
  });

  test("a threshold out of range is refused with its field", async () => {
    expect(await save({ thresholds: { pct: 90 } })).toMatchObject({
      status: 400,
      data: { issues: [{ path: "thresholds.pct", message: "「电量不高于」应在 5 至 80 %之间" }] },
    });
    expect(await save({ thresholds: { metres: 3 } })).toMatchObject({
      status: 400,
      data: { issues: [{ path: "thresholds.metres" }] },
    });
    expect(await save({ kind: "proximity", thresholds: { urgentM: 60, distanceM: 50 } })).toMatchObject({
      status: 400,
      data: { issues: [{ path: "thresholds.distanceM", message: "「提示距离」不能小于「紧急距离」" }] },
    });
    expect(await save({ kind: "platformLost", thresholds: {} })).toMatchObject({
      status: 400,
      data: { issues: [{ path: "kind" }] },
    });
    expect(await save({ droneSn: "NOBODY" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: "droneSn" }] },
    });
  });

  test("a general rule is changed, not doubled, moved or removed", { tags: "full" }, async () => {
    expect(await save({})).toMatchObject({ state: -1, message: "该范围已有同类规则，请直接修改那一条" });
    const { id, version } = await getGeneral("batteryLow");
    expect(await save({ id, version: version + 5 })).toMatchObject({ state: -5 });
    expect(await save({ id, version, kind: "batteryCritical" })).toMatchObject({ state: -1 });
    const removed = await call(alarmRuleCalls.ruleRemove, { requestId: "rule-removal-1", id, version });
    expect(removed).toMatchObject({ state: -1, message: "通用规则不能删除，可以改为停用" });
    expect(await save({ id, version, thresholds: { pct: 33 } })).toMatchObject({
      state: 0,
      data: { id, version: version + 1 },
    });
    expect((await getGeneral("batteryLow")).thresholds).toEqual({ pct: 33, clearPct: 3 });
  });

  test("a saved rule is announced to every process", { tags: "full" }, async () => {
    const announced: (readonly string[])[] = [];
    const end = ctx.platform.bus.subscribe("alarmRule.changed", ({ ids }) => announced.push(ids));
    const company = await factory.createCompany();
    const saved = await save({ companyId: company.id, thresholds: { pct: 40 } });
    end();
    expect(saved).toMatchObject({ state: 0 });
    expect(announced).toHaveLength(1);
  });
});

describe("a rule that is tried", () => {
  /** A stored flight of so many seconds, with the battery at each. */
  const insertFlight = async (getBattery: (second: number) => number, seconds = 300) => {
    const company = await factory.createCompany();
    const { id: taskId } = await factory.task(company, { droneSn: `TRY-${company.id}` });
    const start = ctx.clock.now().getTime() - 3_600_000;
    const flightId = ctx.platform.newId();
    await ctx.db.insert(flights).values({
      id: flightId,
      taskId,
      companyId: company.id,
      droneSn: `TRY-${company.id}`,
      source: "device",
      startedAt: new Date(start),
      endedAt: new Date(start + seconds * 1_000),
      clockOffsetMs: 0,
      flightNo: "RW1",
    });
    const columns = createColumns(trackColumns, seconds);
    for (let i = 0; i < seconds; i++) {
      columns.dt[i] = i * 1_000;
      columns.lat[i] = 399_200_000;
      columns.lon[i] = 1_054_600_000;
      columns.battery[i] = getBattery(i);
      columns.phase[i] = flightPhases.indexOf("mission");
    }
    const bytes = Buffer.from(encodeTrackChunk({ t0: start, count: seconds, columns }));
    const lastAt = new Date(start + (seconds - 1) * 1_000);
    await ctx.db
      .insert(flightTracks)
      .values({ flightId, t0: new Date(start), samples: seconds, bytes, lastAt });
    return { companyId: company.id, flightId, taskId, start };
  };
  const preview = (fields: Partial<typeof draft>) =>
    previewRule(ctx.db, { ...draft, ...fields }, ctx.clock.now(), 20_000);

  test("says how often it would have been raised, and where first", async () => {
    // Low twice, with a recovery in between that no real battery has.
    const { companyId, flightId, taskId, start } = await insertFlight((second) =>
      second > 100 && second < 120 ? 20 : second > 200 ? 15 : 60,
    );
    expect(await preview({ companyId, thresholds: { pct: 25, clearPct: 3 } })).toEqual({
      isComputable: true,
      flights: 1,
      raisedFlights: 1,
      raised: 2,
      examples: [{ flightId, taskId, flightNo: "RW1", at: new Date(start + 103_000).toISOString() }],
    });
    expect(await preview({ companyId, thresholds: { pct: 10, clearPct: 3 } })).toMatchObject({
      flights: 1,
      raised: 0,
      examples: [],
    });
  });

  test("says so where tracks do not hold what it needs", { tags: "full" }, async () => {
    const answer = await call(alarmRuleCalls.rulePreview, { ...draft, kind: "traffic", thresholds: {} });
    expect(answer).toMatchObject({ state: 0, data: { isComputable: false, flights: 0, raised: 0 } });
  });

  test("one that is switched off is tried as if it were on", { tags: "full" }, async () => {
    const { companyId } = await insertFlight(() => 5);
    const answer = await previewRule(
      ctx.db,
      { ...draft, companyId, status: "disabled" },
      ctx.clock.now(),
      20_000,
    );
    expect(answer).toMatchObject({ raised: 1 });
  });

  test("stops when its time is over, and says of how many flights it knows", { tags: "full" }, async () => {
    const { companyId } = await insertFlight(() => 5);
    expect(await previewRule(ctx.db, { ...draft, companyId }, ctx.clock.now(), 0)).toMatchObject({
      isComputable: true,
      flights: 0,
    });
  });
});
