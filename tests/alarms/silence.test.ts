import { expect, test } from "vitest";
import { alarmKind } from "../../adapters/contract/alarm.ts";
import { alarmRuleDefaults } from "../../adapters/contract/alarmThresholds.ts";
import { createRuleSet } from "../../server/telemetry/alarms/ruleSet.ts";
import { createSiteRules, type RuleHangar } from "../../server/telemetry/alarms/siteRules.ts";
import { alarmLines } from "../spec/alarmTable.ts";
import { runSituation } from "./runSituation.ts";
import { setupStage, t0 } from "./setupStage.ts";

const silence = "600s 断";
const isTimed = (part: string) => /^\d+s/.test(part);
const sumSeconds = (parts: readonly string[]) =>
  parts.filter(isTimed).reduce((sum, part) => sum + Number.parseInt(part, 10), 0);

/** The lines of `alarm.csv` in which one part raises and the next one clears. */
const lines = alarmLines.flatMap(({ kind, situation, steps, result }) => {
  const parts = steps.split(";").map((part) => part.trim());
  const before = parts.slice(0, -1);
  const found = alarmKind.options.find(({ label }) => label === kind)?.value;
  if (result !== "解除" || !found || !before.some(isTimed)) return [];
  return [
    { label: kind, kind: alarmKind.schema.parse(found), situation, before, recovery: parts.at(-1) ?? "" },
  ];
});

test("every kind that is found over flights is among them", () => {
  expect(new Set(lines.map(({ kind }) => kind)).size).toBe(24);
});

test.each(lines)("$label, $situation: ten minutes of silence end nothing", ({ kind, before, recovery }) => {
  const heard = runSituation([...before, silence, recovery].join("; ")).filter((one) => one.kind === kind);
  expect(heard[0]?.what).toBe("raise");
  const cleared = heard.filter(({ what }) => what === "clear");
  expect(cleared).toHaveLength(1);
  // Not before its off-delay of samples, counted from the first one that is heard again.
  const firstGoodMs = 1_000 * (sumSeconds(before) + 601);
  expect((cleared[0]?.at ?? 0) - t0).toBeGreaterThanOrEqual(firstGoodMs + alarmRuleDefaults[kind].offDelayMs);
});

test("a good sample before a silence and one after it are no recovery", () => {
  const ofKind = (steps: string) =>
    runSituation(steps)
      .filter(({ kind }) => kind === "batteryCritical")
      .map(({ what }) => what);
  const steps = `4s batPct=8; 1s batPct=50; ${silence}`;
  expect(ofKind(`${steps}; 4s batPct=50`)).toEqual(["raise"]);
  expect(ofKind(`${steps}; 7s batPct=50`)).toEqual(["raise", "clear"]);
});

test("two that were too near have not parted because one of them is silent", () => {
  const near = "5s 旁=10";
  const ofKind = (steps: string) =>
    runSituation(steps)
      .filter(({ kind }) => kind === "proximity")
      .map(({ what }) => what);
  expect(ofKind(`${near}; 600s x=0`)).toEqual(["raise"]);
  expect(ofKind(`${near}; 600s x=0; 8s 旁=100`)).toEqual(["raise", "clear"]);
});

test.each([
  ["a place at (0,0)", { lat: 0, lon: 0 }],
  ["no fix", { x: 0, y: 0, fix: "none" as const }],
])("定位异常 by %s ends 10 s after the place is good again, not in silence", (_name, bad) => {
  const { heard, send, tick } = setupStage();
  const clears = () => heard.filter(({ what, kind }) => what === "clear" && kind === "positionLost");
  const good = { x: 0, y: 0, fix: "3d", phase: "mission", hAgl: 60 } as const;
  const wait = (from: number, to: number) => {
    for (let second = from; second < to; second++) tick(second + 0.5);
  };
  for (let second = 0; second < 10; second++) {
    send(second, good);
    tick(second + 0.5);
  }
  send(10, { phase: "mission", hAgl: 60, fix: "3d", ...bad });
  wait(10, 610);
  expect(heard.filter(({ kind }) => kind === "positionLost").map(({ what }) => what)).toEqual(["raise"]);
  for (let second = 610; second < 619; second++) {
    send(second, good);
    tick(second + 0.5);
  }
  expect(clears()).toEqual([]);
  for (let second = 619; second < 623; second++) {
    send(second, good);
    tick(second + 0.5);
  }
  expect(clears()).toHaveLength(1);
});

test("a source that sends every 10 s shows with its own samples that a cause is over", () => {
  const { heard, send, tick } = setupStage();
  const kinds = () => heard.filter(({ kind }) => kind === "batteryCritical").map(({ what }) => what);
  for (let second = 0; second < 60; second++) {
    if (second % 10 === 0)
      send(second, { x: 0, y: 0, phase: "mission", hAgl: 60, batPct: second < 40 ? 8 : 50 });
    tick(second + 0.5);
    // The one at 40 s is good; that it stays so, the next one tells.
    if (second === 49) expect(kinds()).toEqual(["raise"]);
  }
  expect(kinds()).toEqual(["raise", "clear"]);
});

test.each([
  ["hangarFault", { cover: "fault" }, { cover: "closed" }],
  ["weather", { windSpeed: 14 }, { windSpeed: 3 }],
] as const)("%s of a hangar that falls silent goes on until it is heard well", (kind, bad, good) => {
  const heard: string[] = [];
  const site = createSiteRules({
    raise: (signal) => heard.push(`raise ${signal.kind}`),
    clear: (signal) => heard.push(`clear ${signal.kind}`),
  });
  const well: RuleHangar = {
    id: "1",
    companyId: "2",
    status: "idle",
    cover: "closed",
    windSpeed: 3,
    rainfall: 0,
    lng: 105.46,
    lat: 39.92,
  };
  let second = 0;
  const wait = (seconds: number, hangar: RuleHangar) => {
    for (const end = second + seconds; second < end; second++)
      site.updateHangars([hangar], createRuleSet([]), t0 + 1_000 * second);
  };
  wait(10, { ...well, ...bad });
  wait(600, { ...well, ...good, status: "offline" });
  expect(heard).toEqual([`raise ${kind}`]);
  expect([site.isHangarSilent("1"), site.listTroubled()]).toEqual([true, ["1"]]);
  wait(4, { ...well, ...good });
  expect(heard).toEqual([`raise ${kind}`]);
  wait(3, { ...well, ...good });
  expect(heard).toEqual([`raise ${kind}`, `clear ${kind}`]);
  expect(site.listTroubled()).toEqual([]);
});
