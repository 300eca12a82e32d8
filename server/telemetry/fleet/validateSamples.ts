import { positionFixes } from "../../../adapters/contract/flight.ts";
import { rcLostActions } from "../../../adapters/contract/sample.ts";
import { type RejectionReason, rejectionReasons } from "../../../adapters/contract/telemetry.ts";
import { haversineDistance } from "./haversineDistance.ts";
import { type SampleBatch, type SampleField, sampleFields } from "./sampleColumns.ts";

/** Why a sample is not believed, and which of its fields is wrong; null where it is the sample as a whole. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly field: SampleField | "tSrc" | "droneSn" | "taskId" | null;
}

/** The least and the greatest that each value can be, with its unit; beyond it the sample is not believed. */
export const valueRanges: Readonly<Record<SampleField, readonly [number, number, string]>> = {
  lat: [-900_000_000, 900_000_000, "度 × 10⁷"],
  lon: [-1_800_000_000, 1_800_000_000, "度 × 10⁷"],
  hEll: [-500, 12_000, "米"],
  hRel: [-2_000, 9_000, "米"],
  hAgl: [-500, 9_000, "米"],
  vH: [0, 150, "米/秒"],
  vV: [-60, 60, "米/秒"],
  fix: [0, positionFixes.length - 1, ""],
  sats: [0, 200, "颗"],
  heading: [0, 360, "度"],
  pitch: [-180, 180, "度"],
  roll: [-180, 180, "度"],
  batPct: [0, 100, "%"],
  tRemain: [0, 86_400, "秒"],
  rthPct: [0, 100, "%"],
  landPct: [0, 100, "%"],
  homeDist: [0, 1_000_000, "米"],
  homeLat: [-900_000_000, 900_000_000, "度 × 10⁷"],
  homeLon: [-1_800_000_000, 1_800_000_000, "度 × 10⁷"],
  rcLostAction: [0, rcLostActions.length - 1, ""],
  rthAltitude: [0, 9_000, "米"],
  wind: [0, 75, "米/秒"],
  windDir: [0, 360, "度"],
  traffic: [0, 4, "级"],
  sdr: [0, 5, "格"],
  g4: [0, 5, "格"],
  phase: [0, 254, ""],
  wp: [0, 65_535, "个"],
  wpTotal: [0, 65_535, "个"],
  pct: [0, 100, "%"],
};
const rangeChecks = sampleFields.map((field, column) => {
  const [least, greatest] = valueRanges[field];
  return { column, least, greatest };
});

/** How far a drone's clock may be from the server's. */
const maxClockErrorMs = 10 * 365.25 * 86_400_000;
/** Around (0,0), in degrees × 10⁷: what a receiver without a fix reports; about 11 m. */
const nullIsland = 1_000;
/** A position in plain degrees lies within these numbers: taken for degrees × 10⁷ it would be at most 20 m from (0,0). */
const [maxDegreesNorth, maxDegreesEast] = [90, 180];
const jumpSpeed = 40;
const jumpFactor = 2.2;
/** How much further than the server's clock a drone's clock may advance between two samples. */
const clockSlackMs = 60_000;

/** What a sender should have sent, in Chinese. */
export function describeExpectation({ reason, field }: Rejection): string {
  switch (reason) {
    case "outOfRange": {
      if (field === "wp") return "wp 不大于 wpTotal，且在 0 至 65535 之间";
      const range =
        field === null || field === "tSrc" || field === "droneSn" || field === "taskId"
          ? null
          : valueRanges[field];
      return range ? `${range[0]} 至 ${range[1]}${range[2] && `（${range[2]}）`}` : "在允许的范围内";
    }
    case "nullIsland":
      return "真实坐标；没有定位时 lat 与 lon 都填 null";
    case "degrees":
      return "度 × 10⁷ 的整数，例如 39.92 度写作 399200000";
    case "notFinite":
      return field === "lat" || field === "lon" ? "lat 与 lon 同时有值，或同时为 null" : "有限的数值或 null";
    case "clock":
      return "UTC 毫秒时间戳，与服务器相差不超过 10 年";
    case "older":
      return "晚于上一条样本的时间";
    case "future":
      return "时间推进不快于实际时间（允许 60 秒误差）";
    case "jump":
      return "与上一位置相符：不超过 40 米/秒，或不超过所报速度的 2.2 倍";
    case "otherPlace":
      return "一个序列号只由一台设备使用；另一处的设备正在使用它";
    case "noTask":
      return "该无人机未结束的任务编号，或不填 taskId";
    case "unregistered":
      return "在设备接入中为本企业登记过的序列号";
    case "companyFrozen":
      return "企业解冻后再开始新的飞行";
    case "noRoom":
      return "稍后重试：同时在飞的数量已达上限";
    case "malformed":
      return "接入文档中列出的字段和类型";
  }
}

/** What is known of the flight before the sample; NaN where nothing is. */
export interface PreviousSample {
  tSrc: number;
  /** Server's time of the sample: before its receipt where it was delayed on its way. */
  at: number;
  lat: number;
  lon: number;
  /** Drone time of the position. */
  tPosition: number;
}

/** Why rows of a batch are not believed: positions in the lists of reasons and fields, plus 1; 0 is nothing wrong. */
export interface RejectionCodes {
  readonly reasons: Uint8Array;
  readonly fields: Uint8Array;
}

export const createRejectionCodes = (rows: number): RejectionCodes => ({
  reasons: new Uint8Array(rows),
  fields: new Uint8Array(rows),
});

export const isRejected = ({ reasons }: RejectionCodes, row: number): boolean => reasons[row] !== 0;

/** @param row one that is rejected */
export const toRejection = ({ reasons, fields }: RejectionCodes, row: number): Rejection => ({
  reason: rejectionReasons[(reasons[row] ?? 1) - 1] ?? "notFinite",
  field: (fields[row] ?? 0) === tSrcCode ? "tSrc" : (sampleFields[(fields[row] ?? 0) - 1] ?? null),
});

const toReasonCode = (reason: RejectionReason) => rejectionReasons.indexOf(reason) + 1;
const toFieldCode = (field: SampleField) => sampleFields.indexOf(field) + 1;
const tSrcCode = 255;
const reasonCodes = {
  outOfRange: toReasonCode("outOfRange"),
  notFinite: toReasonCode("notFinite"),
  nullIsland: toReasonCode("nullIsland"),
  degrees: toReasonCode("degrees"),
  clock: toReasonCode("clock"),
};
const latCode = toFieldCode("lat");
const lonCode = toFieldCode("lon");
const wpCode = toFieldCode("wp");

/**
 * Marks the rows of a batch that are not believed by themselves, whatever came before. Column by column: over a fleet
 * that is several times faster than row by row.
 */
export function validateSamples(
  batch: SampleBatch,
  tReceived: number,
  { reasons, fields }: RejectionCodes,
): void {
  const { columns, tSrc, malformed, values, count } = batch;
  reasons.fill(0, 0, count);
  fields.fill(0, 0, count);
  for (const { column, least, greatest } of rangeChecks) {
    const cells = columns[column];
    if (!cells) continue;
    for (let row = 0; row < count; row++) {
      const value = cells[row] ?? Number.NaN;
      if (value < least || value > greatest) {
        reasons[row] = reasonCodes.outOfRange;
        fields[row] = column + 1;
      }
    }
  }
  const { lat, lon, wp, wpTotal } = values;
  for (let row = 0; row < count; row++) {
    if ((wp[row] ?? 0) > (wpTotal[row] ?? 0)) mark(row, reasonCodes.outOfRange, wpCode);
    const [north, east] = [lat[row] ?? Number.NaN, lon[row] ?? Number.NaN];
    const time = tSrc[row] ?? Number.NaN;
    if (malformed[row] !== 0) mark(row, reasonCodes.notFinite, malformed[row] ?? 0);
    else if (Number.isNaN(north) !== Number.isNaN(east)) mark(row, reasonCodes.notFinite, latCode);
    else if (north === 0 && east === 0) mark(row, reasonCodes.nullIsland, latCode);
    else if (Math.abs(north) <= maxDegreesNorth && Math.abs(east) <= maxDegreesEast)
      mark(row, reasonCodes.degrees, latCode);
    else if (Math.abs(north) <= nullIsland && Math.abs(east) <= nullIsland)
      mark(row, reasonCodes.nullIsland, latCode);
    // A fraction comes from another unit or a lossy conversion. An unknown place, NaN, compares false.
    else if (Math.floor(north) < north) mark(row, reasonCodes.degrees, latCode);
    else if (Math.floor(east) < east) mark(row, reasonCodes.degrees, lonCode);
    if (!Number.isFinite(time)) mark(row, reasonCodes.notFinite, tSrcCode);
    else if (Math.abs(time - tReceived) > maxClockErrorMs) mark(row, reasonCodes.clock, tSrcCode);
  }

  function mark(row: number, reason: number, field: number) {
    reasons[row] = reason;
    fields[row] = field;
  }
}

/** Validates a row against the previous sample: returns the rejection reason, or null. */
export function validateSequence(
  { values, tSrc }: SampleBatch,
  row: number,
  previous: PreviousSample,
  tReceived: number,
): RejectionReason | null {
  const time = tSrc[row] ?? Number.NaN;
  if (time <= previous.tSrc) return "older";
  if (time - previous.tSrc > tReceived - previous.at + clockSlackMs) return "future";
  const lat = values.lat[row] ?? Number.NaN;
  const lon = values.lon[row] ?? Number.NaN;
  const legM = haversineDistance(previous.lat, previous.lon, lat, lon);
  return isJump(legM, time - previous.tPosition, values.vH[row] ?? Number.NaN) ? "jump" : null;
}

/**
 * Whether no drone flies so far in this time.
 * @param reportedSpeed m/s; NaN where the source reports none
 */
export function isJump(legM: number, ms: number, reportedSpeed: number): boolean {
  const speed = legM / (ms / 1_000);
  // NaN comparisons are false, so a first position is never a jump.
  return speed > jumpSpeed && !(speed <= jumpFactor * reportedSpeed);
}
