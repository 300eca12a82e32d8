import { expect, test } from "vitest";
import { alarmKind } from "../../adapters/contract/alarm.ts";
import { alarmRuleDefaults } from "../../adapters/contract/alarmThresholds.ts";
import { createAlarm, createAlarmNames } from "../../server/alarms/createAlarm.ts";
import { createOpenAlarms, type LineFacts } from "../../server/alarms/openAlarms.ts";
import { createSignal } from "./setupAlarms.ts";

/** What a suppressor explains: ✓ an alarm of the kind is folded behind it. Written by hand. */
const explained = `
种类          失联 接入中断 平台
失联          -   ✓      ✓
接入中断      -   -      ✓
平台连接中断  -   -      -
数据延迟      ✓   ✓      ✓
定位异常      ✓   ✓      ✓
位置跳变      ✓   ✓      ✓
进入警示区    ✓   ✓      ✓
偏航          ✓   ✓      ✓
任务停滞      ✓   ✓      ✓
风雨超限      ✓   ✓      ✓
闯入禁飞区    -   -      -
闯入临时管制  -   -      -
即将闯入      -   -      -
进入限飞区    -   -      -
飞出作业区    -   -      -
超高          -   -      -
超出批准时段  -   -      -
管制空域无批文 -  -      -
电量低        -   -      -
电量严重不足  -   -      -
返航电量不足  -   -      -
自动返航      -   -      -
强制降落      -   -      -
有人机接近    -   -      -
两机过近      -   -      -
设备健康      -   -      -
任务失败      -   -      -
机场异常      -   -      -
无人值守      -   -      -
大屏离线      -   -      -
大屏与平台不一致 -  -      -
`;
const explainedLines = explained
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(/ +/) as [string, string, string, string]);

test("the table of what explains what has every kind", () => {
  expect(explainedLines.map(([kind]) => kind).sort()).toEqual(
    alarmKind.options.map(({ label }) => label).sort(),
  );
});

const getKind = (label: string) =>
  alarmKind.schema.parse(alarmKind.options.find((option) => option.label === label)?.value);

/** The drone's open alarms while its link is lost, and while nobody is. */
const [withLoss, without] = [createOpenAlarms(), createOpenAlarms()];
const lost = { signal: createSignal({ kind: "lost" }), at: 0, flight: null };
withLoss.set(createAlarm("1", lost, createAlarmNames(), null));
const noLine: LineFacts = { isPlatformLost: false, getLostLine: () => null };

test.each(explainedLines)(
  "%s: 失联 %s, 接入中断 %s, 平台连接中断 %s",
  (label, byLoss, byLine, byPlatform) => {
    const kind = getKind(label);
    const alarm = { ...createSignal({ kind }), priority: alarmRuleDefaults[kind].priority };
    const mark = (suppressor: string | null) => (suppressor === null ? "-" : "✓");
    expect(mark(withLoss.getSuppressor(alarm, noLine))).toBe(byLoss);
    expect(mark(without.getSuppressor(alarm, { ...noLine, getLostLine: () => "accessLost" }))).toBe(byLine);
    const facts: LineFacts = { isPlatformLost: true, getLostLine: () => "platformLost" };
    expect(mark(without.getSuppressor(alarm, facts))).toBe(byPlatform);
  },
);

test("a wider cause goes before a narrower one; a drone of another line is not explained", () => {
  const late = createSignal({ kind: "delayed", priority: "p3" });
  expect(withLoss.getSuppressor(late, { ...noLine, getLostLine: () => "accessLost" })).toBe("accessLost");
  expect(withLoss.getSuppressor(late, { isPlatformLost: true, getLostLine: () => "accessLost" })).toBe(
    "platformLost",
  );
  expect(withLoss.getSuppressor({ ...late, droneSn: "SN-2" }, noLine)).toBeNull();
  // Its link was lost before the platform heard nobody any more.
  expect(withLoss.getSuppressor(lost.signal, { ...noLine, isPlatformLost: true })).toBeNull();
});
