import { type AlarmKind, type AlarmRow, alarmKind } from "./alarm.ts";
import { formatNames } from "./dutyScope.ts";
import * as word from "./words.ts";

type Instant = string | Date;
type Values = AlarmRow["values"];

/** What the line of an alarm is made of, as the alarm is stored or on the wire. */
export interface AlarmLineFacts
  extends Pick<
    AlarmRow,
    "kind" | "state" | "count" | "taskName" | "droneSn" | "hangarName" | "zoneName" | "lineName" | "values"
  > {
  readonly raisedAt: Instant;
  readonly clearedAt: Instant | null;
  readonly noDataSince: Instant | null;
}

/** Shorter serial numbers are shown whole. */
const maxWholeSn = 8;

/** A serial number in the room of a line: `SN…4821`. */
export const shortenSn = (sn: string): string => (sn.length <= maxWholeSn ? sn : `SN…${sn.slice(-4)}`);

export const platformSubject = "本平台";

/** The parts that are there, with a separator between them. */
export const joinParts = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join(separator);

/** What an alarm is about: drone and task, else the hangar, a line or screen, or the platform itself. */
export const formatSubject = ({
  taskName,
  droneSn,
  hangarName,
  lineName,
}: Pick<AlarmLineFacts, "taskName" | "droneSn" | "hangarName" | "lineName">): string =>
  joinParts(" · ", shortenSn(droneSn), taskName) || hangarName || lineName || platformSubject;

/** Kind, how often it was raised, and whether its cause is over, or nothing is heard that would tell if it still holds. */
export const formatKind = ({
  kind,
  state,
  count,
  noDataSince,
}: Pick<AlarmLineFacts, "kind" | "state" | "count" | "noDataSince">): string => {
  const note = state === "cleared" ? "（已解除）" : noDataSince === null ? "" : "（无数据）";
  return `${alarmKind.label(kind)}${count > 1 ? ` ×${count}` : ""}${note}`;
};

const join = (...parts: readonly string[]): string => joinParts("，", ...parts);
const withUnit = (value: number | string | undefined, unit: string): string =>
  value === undefined ? "" : `${value} ${unit}`;
const after = (words: string, text: string): string => (text === "" ? "" : `${words} ${text}`);
const toText = (value: number | string | undefined): string => (value === undefined ? "" : String(value));

/** A height with its datum, without what the card says of the datum in brackets. */
function formatHeight({ heightM, heightBasis }: Values): string {
  if (heightM === undefined) return "";
  return `${toText(heightBasis).replace(/（.*$/, "")} ${heightM} m`.trim();
}

/** `11-25 16:00` in Asia/Shanghai, which has no summer time; empty where no instant is known. */
export const formatMinute = (instant: Values[string] | undefined): string =>
  typeof instant === "string" ? toMinute(Date.parse(instant)) : "";
const toMinute = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(5, 16).replace("T", " ");

/** More drones are counted. */
const maxNamed = 3;

/** The drones that fell silent with a line. */
function formatSilent({ drones, droneSns }: Values): string {
  if (drones === undefined) return "";
  if (Number(drones) > maxNamed) return `${drones} 架无数据`;
  return `${toText(droneSns).split("、").map(shortenSn).join("、")} 无数据`;
}

type DescribeValue = (values: Values, facts: AlarmLineFacts) => string;

const getZone: DescribeValue = ({ zoneName }, facts) => facts.zoneName || toText(zoneName);
const inZone: DescribeValue = (values, facts) => join(getZone(values, facts), formatHeight(values));
const battery: DescribeValue = ({ batPct }) => withUnit(batPct, "%");
const reason: DescribeValue = ({ reason: words }) => toText(words);
/** Nothing was measured but how long it lasts. */
const duration: DescribeValue = () => "";

/** What was measured, in words, by kind; empty where it is not known. */
const describeValues: Readonly<Record<AlarmKind, DescribeValue>> = {
  noFlyBreach: inZone,
  temporaryBreach: inZone,
  approaching: (values, facts) =>
    join(getZone(values, facts), after("距边界", withUnit(values["distanceM"], "m"))),
  limitedEntry: inZone,
  warningEntry: inZone,
  fenceExit: (values, facts) =>
    join(getZone(values, facts), after("超出", withUnit(values["distanceM"], "m"))),
  tooHigh: (values) => join(formatHeight(values), after("限高", withUnit(values["limitM"], "m"))),
  outsidePermit: ({ permitFrom, permitTo }) =>
    join(after("批准自", formatMinute(permitFrom)), after("批准至", formatMinute(permitTo))),
  noPermit: duration,
  lost: duration,
  delayed: duration,
  batteryLow: battery,
  batteryCritical: battery,
  batteryReturn: ({ batPct, rthPct }) => join(withUnit(batPct, "%"), after("返航需", withUnit(rthPct, "%"))),
  autoReturn: reason,
  forcedLanding: reason,
  traffic: ({ level }) => withUnit(level, "级"),
  proximity: ({ otherDroneSn, distanceM }) =>
    after("距", `${shortenSn(toText(otherDroneSn))} ${withUnit(distanceM, "m")}`.trim()),
  offRoute: ({ distanceM }) => after("偏离", withUnit(distanceM, "m")),
  positionLost: ({ sats }) => after("卫星", withUnit(sats, "颗")),
  positionJump: duration,
  deviceHealth: ({ reason: words, codes }) => toText(words ?? codes),
  taskFailed: reason,
  taskStalled: ({ pct }) => after("停在", withUnit(pct, "%")),
  hangarFault: reason,
  weather: ({ windMs, rainMmH }) =>
    join(
      after(word.windSpeed, withUnit(windMs, "m/s")),
      Number(rainMmH) > 0 ? after("雨量", withUnit(rainMmH, "mm/h")) : "",
    ),
  accessLost: formatSilent,
  platformLost: ({ flights }) => (flights === undefined ? "" : `${flights} 架无数据`),
  unattended: ({ companies, flying }) =>
    join(
      formatNames(
        toText(companies)
          .split("、")
          .filter((name) => name !== ""),
        "家",
      ),
      flying === undefined ? "" : `在飞 ${flying} 架`,
    ),
  screenLost: duration,
  screenDiffers: ({ difference }) => toText(difference),
};

const [minute, hour, day] = [60, 3_600, 86_400];

function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
  return seconds < day ? `${Math.floor(seconds / hour)} h` : `${Math.floor(seconds / day)} d`;
}

const toMs = (instant: Instant): number => new Date(instant).getTime();

function formatSince(since: Instant, { clearedAt }: AlarmLineFacts, now: number | null): string {
  const until = clearedAt === null ? now : toMs(clearedAt);
  return until === null ? `自 ${toMinute(toMs(since))} 起` : formatSpan(until - toMs(since));
}

/**
 * What was measured, or how long nothing is heard; empty where neither is known.
 * @param now server's time, UTC ms; null where the text is kept: then it says since when
 */
export function formatMeasured(facts: AlarmLineFacts, now: number | null): string {
  const { kind, values } = facts;
  const measured = describeValues[kind](values, facts);
  if (measured !== "" || typeof values["heardAt"] !== "string") return measured;
  return formatSince(values["heardAt"], facts, now);
}

/** The value of an alarm, which each has: where nothing was measured, how long its cause has lasted. */
export const formatValue = (facts: AlarmLineFacts, now: number | null): string =>
  formatMeasured(facts, now) || formatSince(facts.raisedAt, facts, now);

/** Subject and value: the rest of the line, where the kind stands by itself. */
export const formatDetail = (facts: AlarmLineFacts, now: number | null): string =>
  `${formatSubject(facts)} · ${formatValue(facts, now)}`;

/**
 * The shortest line of an alarm, which every place uses: cause, subject and value, `失联 SN…4821 · 未登记任务 · 38 s`.
 * @param now server's time, UTC ms; null where the text is kept
 */
export const formatAlarmLine = (facts: AlarmLineFacts, now: number | null): string =>
  `${formatKind(facts)} ${formatDetail(facts, now)}`;
