import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { type AlarmEventName, type AlarmFacts, alarmStatusMachine } from "../../machines/status/alarm.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { type CallResponse, injectCall } from "../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";

const roles = ["admin", "operator", "finance", "maintainer", "duty"] as const;
const [header, ...lines] = readFileSync(new URL("alarmStatus.csv", import.meta.url), "utf8")
  .trim()
  .split("\n");
const rows = lines.map((line) => {
  const [state = "", event = "", ...results] = line.split(",");
  return { state, event, results };
});

const holding = { isAcknowledged: false, isHolding: true, isClosed: false } as const;
const over = { ...holding, isHolding: false };

/** An alarm in each state of the table. */
const states: Readonly<Record<string, AlarmFacts>> = {
  "未确认 P1": { ...holding, state: "active", priority: "p1" },
  "未确认 P3": { ...holding, state: "active", priority: "p3" },
  "已确认 P1": { ...holding, state: "acknowledged", priority: "p1", isAcknowledged: true },
  "已确认 P3": { ...holding, state: "acknowledged", priority: "p3", isAcknowledged: true },
  "已解除待确认 P1": { ...over, state: "cleared", priority: "p1" },
  "暂时屏蔽 P3": { ...holding, state: "shelved", priority: "p3" },
  "暂时屏蔽 P3 曾确认": { ...holding, state: "shelved", priority: "p3", isAcknowledged: true },
  "暂时屏蔽 P3 原因已解除": { ...over, state: "shelved", priority: "p3" },
  "被抑制 P1": { ...holding, state: "suppressed", priority: "p1" },
  "被抑制 P1 曾确认": { ...holding, state: "suppressed", priority: "p1", isAcknowledged: true },
  "被抑制 P3": { ...holding, state: "suppressed", priority: "p3" },
  "已结束 P3": { ...over, state: "gone", priority: "p3" },
  "已结束 P1 曾确认": { ...over, state: "gone", priority: "p1", isAcknowledged: true },
  "已结束 P1 已关闭": { ...over, state: "gone", priority: "p1", isClosed: true },
};

/** What the platform does by itself. A more urgent priority is the first. */
const platformEvents: Readonly<Record<string, AlarmEventName>> = {
  原因再现: "raise",
  升级: "escalate",
  原因解除: "clear",
  屏蔽到期: "unshelve",
  抑制: "suppress",
  抑制结束: "release",
};
const calledEvents = ["确认", "屏蔽", "取消屏蔽", "关闭"];

test("the table has a line for every event in every state", () => {
  expect(header).toBe("状态,事件,admin,operator,finance,maintainer,duty,平台");
  const wanted = Object.keys(states).flatMap((state) =>
    [...calledEvents, ...Object.keys(platformEvents)].map((event) => `${state}: ${event}`),
  );
  expect(rows.map(({ state, event }) => `${state}: ${event}`).sort()).toEqual(wanted.sort());
});

test("the machine follows the table", () => {
  for (const { state, event, results } of rows) {
    const name = platformEvents[event];
    const facts = states[state];
    if (!name || !facts) continue;
    const next = alarmStatusMachine.next(name === "escalate" ? { ...facts, priority: "p1" } : facts, name);
    expect([state, event, next === null ? "拒绝" : alarmStatusMachine.label(next)]).toEqual([
      state,
      event,
      results.at(-1),
    ]);
  }
});

describe("the calls follow the table", () => {
  let ctx: TestPlatform;
  let requests = 0;
  beforeAll(async () => {
    ctx = await createTestPlatform();
  });
  afterAll(() => ctx.close());

  async function act(event: string, id: string, role: ConsoleRole): Promise<CallResponse> {
    const headers = await ctx.loginAs(role);
    const requestId = `alarm-status-${++requests}`;
    const record = { id, version: 1, requestId };
    switch (event) {
      case "确认":
        return injectCall(ctx.app, alarmCalls.alarmAck, { body: { ids: [id], requestId } }, headers);
      case "关闭":
        return injectCall(
          ctx.app,
          alarmCalls.alarmClose,
          { body: { ...record, closedAs: "other", note: "" } },
          headers,
        );
      default:
        return injectCall(
          ctx.app,
          alarmCalls.alarmShelve,
          { body: { ...record, minutes: event === "屏蔽" ? 10 : 0, reason: "核实中" } },
          headers,
        );
    }
  }

  test.each(roles.map((role, column) => ({ role, column })))("for $role", async ({ role, column }) => {
    if (role === "admin" || role === "duty") await takeDuty(ctx, role);
    for (const { state, event, results } of rows.filter((row) => calledEvents.includes(row.event))) {
      const facts = states[state];
      if (!facts) throw new Error(`The table has an unknown state ${state}`);
      const at = ctx.clock.now();
      const id = await insertAlarm(ctx, {
        state: facts.state,
        priority: facts.priority,
        isHolding: facts.isHolding,
        ...(facts.isAcknowledged ? { acknowledgedAt: at, acknowledgedByName: "先前的人" } : {}),
        ...(facts.isClosed ? { closedAt: at, closedAs: "other" } : {}),
        ...(facts.state === "shelved" ? { shelvedUntil: new Date(at.getTime() + 600_000) } : {}),
      });
      const { body } = await act(event, id, role);
      const [now] = await ctx.db.select().from(alarms).where(eq(alarms.id, id));
      const changed = now ? alarmStatusMachine.label(now.state) : "";
      const result = body.state === -3 ? "无权限" : body.state === -1 ? "拒绝" : changed;
      expect([state, event, result]).toEqual([state, event, results[column]]);
      if (result === "拒绝" || result === "无权限") expect(now?.state).toBe(facts.state);
      if (facts.isAcknowledged) expect(now?.acknowledgedByName).toBe("先前的人");
    }
  });
});
