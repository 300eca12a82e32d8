import { expect, test } from "vitest";
import { createColumns } from "../../adapters/contract/columns.ts";
import {
  cellColumns,
  decodeFleetFrame,
  encodeFleetFrame,
  FleetFrameError,
  fleetColumns,
} from "../../adapters/contract/fleetFrame.ts";
import {
  decodeTrackChunk,
  encodeTrackChunk,
  TrackChunkError,
  trackColumns,
} from "../../adapters/contract/track.ts";

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const parseHex = (text: string) => {
  const bytes = Buffer.from(text.replaceAll(/\s/g, ""), "hex");
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

/** The test vector of docs/wire-format.md, section 1: three drones, the last with only its position known. */
const frameVector = `
  41464c5402000100000064970daa79422a0000000300000007000000204e0000
  384a000078000000230000000700000002000000
  00000000050000001f4e0000
  004fcb1780b7bb1700e1f5ff
  80c5da3ec00ad93e0065cd1d
  d42f307500800000
  b004ceff00800000
  e8030a0000800000
  dc050000ffff0000
  fa0038ff00800000
  28230000ffff0000
  5764ff00
  04070000
  00020300
  00000000
  000000000200000001000000
  05002c01ffff0000`;

/** The test vector of docs/wire-format.md for cells: one drone as a row, and two cells. */
const cellsVector = `
  41464c5403000000000064970daa79422a0000000100000007000000204e0000
  384a00007800000023000000070000000200000002000000
  05000000
  004fcb17
  80c5da3e
  d42f0000
  b0040000
  e8030000
  dc050000
  fa000000
  28230000
  57000000
  04000000
  00000000
  01000000
  04000000
  c8000000
  4e049e129cffffff
  c06d6b48ffffffff
  5046000002000000
  2300000000000000
  6400000000000000
  1400000000000000
  0700000000000000
  06000000`;

function createThreeDrones() {
  const columns = createColumns(fleetColumns, 3);
  columns.index.set([0, 5, 19999]);
  columns.lat.set([399200000, 398178176, -663296]);
  columns.lon.set([1054524800, 1054411456, 500000000]);
  columns.hEll.set([12244, 30000, -32768]);
  columns.hRel.set([1200, -50, -32768]);
  columns.hAgl.set([1000, 10, -32768]);
  columns.speed.set([1500, 0, 65535]);
  columns.climb.set([250, -200, -32768]);
  columns.heading.set([9000, 0, 65535]);
  columns.battery.set([87, 100, 255]);
  columns.phase.set([4, 7, 0]);
  columns.link.set([0, 2, 3]);
  columns.alarms.set([0, 2, 1]);
  columns.age.set([5, 300, 65535]);
  return columns;
}

const frameHead = {
  serverTime: 1763635197504,
  sequence: 42,
  tableId: 7,
  snapshot: true,
  fleetSize: 20000,
  counts: { flying: 19000, lost: 120, delayed: 35, positionAlarm: 7, positionFrozen: 2 },
};

test("a fleet frame is encoded as the documented bytes", () => {
  expect(toHex(encodeFleetFrame(frameHead, { columns: createThreeDrones(), count: 3 }))).toBe(
    frameVector.replaceAll(/\s/g, ""),
  );
});

test("the documented bytes decode to the drones", () => {
  const frame = decodeFleetFrame(parseHex(frameVector));
  expect(frame).toMatchObject({
    serverTime: 1763635197504,
    sequence: 42,
    tableId: 7,
    snapshot: true,
    fleetSize: 20000,
    counts: { flying: 19000, lost: 120, delayed: 35, positionAlarm: 7, positionFrozen: 2 },
    count: 3,
  });
  expect([...frame.columns.index]).toEqual([0, 5, 19999]);
  expect([...frame.columns.lat]).toEqual([399200000, 398178176, -663296]);
  expect([...frame.columns.lon]).toEqual([1054524800, 1054411456, 500000000]);
  expect([...frame.columns.hRel]).toEqual([1200, -50, -32768]);
  expect([...frame.columns.heading]).toEqual([9000, 0, 65535]);
  expect([...frame.columns.alarms]).toEqual([0, 2, 1]);
  expect([...frame.columns.age]).toEqual([5, 300, 65535]);
});

test("decoding creates views of the frame without copying", () => {
  const buffer = parseHex(frameVector);
  const { columns } = decodeFleetFrame(buffer);
  expect(Object.values(columns).every((column) => column.buffer === buffer)).toBe(true);
});

test("encoding selected rows keeps their order", () => {
  const { buffer } = encodeFleetFrame(
    { ...frameHead, snapshot: false },
    { columns: createThreeDrones(), count: 2, rows: Uint32Array.of(2, 0) },
  );
  const frame = decodeFleetFrame(buffer);
  expect(frame.snapshot).toBe(false);
  expect([...frame.columns.index]).toEqual([19999, 0]);
  expect([...frame.columns.battery]).toEqual([255, 87]);
  expect([...frame.columns.hRel]).toEqual([-32768, 1200]);
});

test("an empty frame is only a header", () => {
  const bytes = encodeFleetFrame(frameHead, { columns: createThreeDrones(), count: 0 });
  expect(bytes.byteLength).toBe(52);
  expect(decodeFleetFrame(bytes.buffer).count).toBe(0);
});

test("a frame with cells is encoded as the documented bytes, which decode to them", () => {
  const columns = createColumns(fleetColumns, 1);
  const drone = { index: 5, lat: 399200000, lon: 1054524800, hEll: 12244, hRel: 1200, hAgl: 1000 };
  const state = {
    speed: 1500,
    climb: 250,
    heading: 9000,
    battery: 87,
    phase: 4,
    flags: 1,
    alarms: 4,
    age: 200,
  };
  for (const [name, value] of Object.entries({ ...drone, ...state }))
    columns[name as keyof typeof columns][0] = value;
  const cells = createColumns(cellColumns, 2);
  cells.lat.set([312345678, -100]);
  cells.lon.set([1215000000, -1]);
  cells.count.set([18000, 2]);
  cells.delayed[0] = 35;
  cells.lost[0] = 100;
  cells.lastKnown[0] = 20;
  cells.position[0] = 7;
  cells.alarmLevel[0] = 6;
  const head = { ...frameHead, snapshot: false };
  const bytes = encodeFleetFrame(head, { columns, count: 1 }, { count: 2, columns: cells });
  expect(toHex(bytes)).toBe(cellsVector.replaceAll(/\s/g, ""));
  const frame = decodeFleetFrame(parseHex(cellsVector));
  expect(frame).toMatchObject({ count: 1, fleetSize: 20000, cells: { count: 2 } });
  expect([...frame.columns.index, ...frame.columns.flags, ...frame.columns.age]).toEqual([5, 1, 200]);
  expect([...frame.cells.columns.lat]).toEqual([312345678, -100]);
  expect([...frame.cells.columns.count]).toEqual([18000, 2]);
  expect([...frame.cells.columns.lastKnown]).toEqual([20, 0]);
  expect([...frame.cells.columns.alarmLevel]).toEqual([6, 0]);
});

test("truncated, foreign and newer bytes are rejected", () => {
  const whole = parseHex(frameVector);
  const newer = parseHex(frameVector.replace("41464c540200", "41464c540400"));
  const withoutCells = parseHex(frameVector.replace("41464c540200", "41464c540300"));
  const manyCells = parseHex(cellsVector.replace("0200000002000000", "02000000ffffffff"));
  const crowdedCell = parseHex(cellsVector.replace("5046000002000000", "50460000ffffffff"));
  const boastful = parseHex(frameVector.replace("2a00000003000000", "2a000000ffffffff"));
  for (const bytes of [
    whole.slice(0, 51),
    whole.slice(0, 60),
    parseHex("00".repeat(64)),
    newer,
    boastful,
    withoutCells,
    manyCells,
    crowdedCell,
  ])
    expect(() => decodeFleetFrame(bytes)).toThrow(FleetFrameError);
});

/** The test vector of docs/wire-format.md, section 2: two samples, the second with as much unknown as possible. */
const trackVector = `
  4154524b01000200000064970daa7942
  00000000dc050000
  004fcb17004fcb17
  80c5da3e80c5da3e
  84c9000000000080
  b0040080
  e8030080
  dc05ffff
  fa000080
  2823ffff
  57ff0000
  04040000
  02ff0000
  12ff0000`;

test("a track chunk is encoded as the documented bytes and decodes again", () => {
  const columns = createColumns(trackColumns, 2);
  columns.dt.set([0, 1500]);
  columns.lat.fill(399200000);
  columns.lon.fill(1054524800);
  columns.hEll.set([51588, -2147483648]);
  columns.hRel.set([1200, -32768]);
  columns.hAgl.set([1000, -32768]);
  columns.speed.set([1500, 65535]);
  columns.climb.set([250, -32768]);
  columns.heading.set([9000, 65535]);
  columns.battery.set([87, 255]);
  columns.phase.fill(4);
  columns.fix.set([2, 255]);
  columns.sats.set([18, 255]);
  const bytes = encodeTrackChunk({ t0: 1763635197504, count: 2, columns });
  expect(toHex(bytes)).toBe(trackVector.replaceAll(/\s/g, ""));
  const read = decodeTrackChunk(parseHex(trackVector));
  expect([read.t0, read.count]).toEqual([1763635197504, 2]);
  expect([...read.columns.dt]).toEqual([0, 1500]);
  expect([...read.columns.hEll]).toEqual([51588, -2147483648]);
});

test("a chunk holds at most 600 samples, and corrupt chunks are rejected", () => {
  const columns = createColumns(trackColumns, 601);
  expect(() => encodeTrackChunk({ t0: 0, count: 601, columns })).toThrow(TrackChunkError);
  const whole = parseHex(trackVector);
  const newer = parseHex(trackVector.replace("4154524b0100", "4154524b0900"));
  for (const bytes of [whole.slice(0, 15), whole.slice(0, 80), parseHex("00".repeat(16)), newer])
    expect(() => decodeTrackChunk(bytes)).toThrow(TrackChunkError);
});
