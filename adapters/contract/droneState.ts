import { frameAlarms } from "./fleetFrame.ts";
import { linkStates } from "./flight.ts";

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

/** Tenths of a second after which a position is old, whatever the source's period. */
const minStaleAge = 100;
const stalePeriods = 5;

/**
 * Whether a position is as old as the data of a lost link are. With a fresh link it is, too, if the drone has lost its
 * fix.
 * @param age tenths of a second, as in a fleet frame
 * @param periodSeconds of the drone's positions
 */
export const isPositionStale = (age: number, periodSeconds: number): boolean =>
  age > Math.max(minStaleAge, stalePeriods * periodSeconds * 10);

/** Whether a drone does not know where it is, or its position has jumped. @param alarms bits of `frameAlarms` */
export const hasPositionAlarm = (alarms = 0): boolean =>
  (alarms & (frameAlarms.positionLost | frameAlarms.positionJump)) !== 0;

/** Whether a drone that says it moves sends one place again and again. @param alarms bits of `frameAlarms` */
export const isPositionFrozen = (alarms = 0): boolean => (alarms & frameAlarms.positionFrozen) !== 0;

/** How good a drone's data are; a higher number is worse. */
export const dataStates = { fresh: 0, delayed: 1, position: 2, lost: 3 } as const;

const [delayedLink, lostLink] = [linkStates.indexOf("delayed"), linkStates.indexOf("lost")];

/** One of `dataStates`. @param link index in `linkStates` @param alarms bits of `frameAlarms` @param isStale whether its position is old or frozen */
export function getDataState(link: number, alarms: number, isStale: boolean): number {
  if (link >= lostLink) return dataStates.lost;
  if (hasPositionAlarm(alarms) || isStale) return dataStates.position;
  return link === delayedLink ? dataStates.delayed : dataStates.fresh;
}
