import { frameAlarms } from "../../../../adapters/contract/fleetFrame.ts";

/** What the open alarms of a drone ask for, the most urgent last: its index is its level. */
export const alarmLevels = [
  null,
  { priority: "p3", isAcknowledged: true },
  { priority: "p3", isAcknowledged: false },
  { priority: "p2", isAcknowledged: true },
  { priority: "p2", isAcknowledged: false },
  { priority: "p1", isAcknowledged: true },
  { priority: "p1", isAcknowledged: false },
] as const;
export type AlarmLevel = NonNullable<(typeof alarmLevels)[number]>;

const bitsByLevel = [
  0,
  frameAlarms.p3Acknowledged,
  frameAlarms.p3,
  frameAlarms.p2Acknowledged,
  frameAlarms.p2,
  frameAlarms.p1Acknowledged,
  frameAlarms.p1,
];

/** Level of the worst open alarm; 0 for none. @param bits of `frameAlarms` */
export function getAlarmLevel(bits: number): number {
  let level = bitsByLevel.length - 1;
  while (level > 0 && (bits & (bitsByLevel[level] ?? 0)) === 0) level--;
  return level;
}
