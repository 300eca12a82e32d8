import { describe, expect, test } from "vitest";
import { parseTlog } from "../../server/telemetry/recording/formats/mavlink/parseTlog.ts";
import { type LoggedFrame, readFrames } from "../../server/telemetry/recording/formats/mavlink/readFrames.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import { encodeFrame, encodePayload, encodeRecord, encodeText, type FrameOptions } from "./tlogWriter.ts";

const start = Date.UTC(2026, 2, 2, 2);

/** GLOBAL_POSITION_INT: 12.3 m up, 3 m/s north, 4 m/s west, climbing 1.5 m/s, heading 270.5°. */
const position = (lat = 399_200_000, heading = 27_050) =>
  encodePayload(
    28,
    [4, "Int32", lat],
    [8, "Int32", lat === 0 ? 0 : 1_054_600_000],
    [12, "Int32", 1_312_300],
    [16, "Int32", 12_300],
    [20, "Int16", 300],
    [22, "Int16", -400],
    [24, "Int16", -150],
    [26, "Uint16", heading],
  );
const heartbeat = (customMode: number, baseMode = 0x81, autopilot = 3, vehicle = 2) =>
  encodePayload(
    9,
    [0, "Uint32", customMode],
    [4, "Uint8", vehicle],
    [5, "Uint8", autopilot],
    [6, "Uint8", baseMode],
    [8, "Uint8", 3],
  );
const landedState = (state: number) => encodePayload(2, [1, "Uint8", state]);

/** A log of one record each 100 ms. */
const createLog = (
  ...frames: readonly (readonly [id: number, payload: Uint8Array, options?: FrameOptions])[]
) =>
  frames.map(([id, payload, options], i) => encodeRecord(start + i * 100, encodeFrame(id, payload, options)));
const parse = (records: readonly (readonly number[])[]) => parseTlog(Uint8Array.from(records.flat()));

function readAll(bytes: readonly number[]) {
  const frames: LoggedFrame[] = [];
  let skipped = 0;
  readFrames(Uint8Array.from(bytes), {
    onFrame: (frame) => frames.push(frame),
    onSkippedByte: () => (skipped += 1),
  });
  return { frames, skipped };
}

describe("the frames of a log", () => {
  test("a heartbeat of a real ArduPilot is read byte by byte", () => {
    const time = [0x00, 0x06, 0x4c, 0x02, 0xe5, 0xac, 0xa0, 0x00];
    const frame = [254, 9, 0x4e, 1, 1, 0, 0, 0, 0, 0, 2, 3, 0x51, 4, 3, 0x1c, 0x7f];
    const { frames, skipped } = readAll([...time, ...frame]);
    expect(skipped).toBe(0);
    expect(frames).toMatchObject([{ systemId: 1, componentId: 1, messageId: 0 }]);
    expect(frames[0]?.at).toBe(Math.round(0x00_06_4c_02_e5_ac_a0_00 / 1_000));
    expect([...new Uint8Array(frames[0]?.payload.buffer as ArrayBuffer)]).toEqual([
      0, 0, 0, 0, 2, 3, 0x51, 4, 3,
    ]);
  });

  test.each<[string, FrameOptions]>([
    ["version 1", { version: 1 }],
    ["version 2", { version: 2 }],
    ["version 2 with a signature", { version: 2, isSigned: true }],
  ])("are read in %s, with zeros where they were left out", (_name, options) => {
    const { frames, skipped } = readAll([
      ...encodeRecord(start, encodeFrame(42, encodePayload(2, [0, "Uint16", 9]), options)),
      ...encodeRecord(start + 1, encodeFrame(245, landedState(0), options)),
    ]);
    expect(skipped).toBe(0);
    expect(frames.map(({ at, messageId }) => [at, messageId])).toEqual([
      [start, 42],
      [start + 1, 245],
    ]);
    expect(frames[0]?.payload.getUint16(0, true)).toBe(9);
    expect([frames[1]?.payload.byteLength, frames[1]?.payload.getUint8(1)]).toEqual([2, 0]);
  });

  test("that are broken are skipped and counted; the next one is found", () => {
    const records = createLog([33, position()], [33, position()], [33, position()]);
    const broken = records.flat();
    const length = records[0]?.length ?? 0;
    broken[length + 25] = (broken[length + 25] ?? 0) ^ 1;
    const { frames, skipped } = readAll(broken);
    expect(frames.map(({ at }) => at)).toEqual([start, start + 200]);
    expect(skipped).toBe(length);
  });

  test("between junk are found, whatever the junk looks like", () => {
    const [record = []] = createLog([33, position()]);
    const junk = [0xfe, 0xff, 0xfd, 0x00, 0xfe, 0x09];
    const { frames, skipped } = readAll([...junk, ...record, ...junk, ...record, ...record.slice(0, -1)]);
    expect(frames).toHaveLength(2);
    expect(skipped).toBe(2 * junk.length + record.length - 1);
  });

  test("of unknown messages are passed over", () => {
    const unknown = encodeRecord(start, encodeFrame(12_900, Uint8Array.of(1, 2, 3)));
    const [known = []] = createLog([33, position()]);
    const { frames, skipped } = readAll([...unknown, ...known, ...unknown]);
    expect([frames.length, skipped]).toEqual([1, 0]);
  });
});

describe("a telemetry log", () => {
  test("has one sample for each position, with everything that was sent before", () => {
    const { samples, leftOut, photos } = parse(
      createLog(
        [0, heartbeat(3)],
        [1, encodePayload(31, [30, "Int8", 80])],
        [24, encodePayload(34, [28, "Uint8", 6], [29, "Uint8", 17], [30, "Int32", 1_280_500])],
        [30, encodePayload(28, [4, "Float32", Math.PI / 18], [8, "Float32", -Math.PI / 36])],
        [42, encodePayload(4, [0, "Uint16", 3], [2, "Uint16", 12])],
        [147, encodePayload(40, [32, "Uint8", 0], [35, "Int8", 76], [36, "Int32", 840])],
        [147, encodePayload(40, [32, "Uint8", 1], [35, "Int8", 11])],
        [168, encodePayload(12, [0, "Float32", -90], [4, "Float32", 6.5])],
        [242, encodePayload(52, [0, "Int32", 399_200_000], [4, "Int32", 1_054_500_000])],
        [245, landedState(2)],
        [33, position()],
        [33, position()],
      ),
    );
    expect([samples.length, leftOut.counts, photos]).toEqual([2, {}, []]);
    expect(samples[0]).toEqual({
      seq: 0,
      tSrc: start + 1_000,
      lat: 399_200_000,
      lon: 1_054_600_000,
      hRel: 12.3,
      hEll: 1_280.5,
      vH: 5,
      vV: 1.5,
      fix: "fixed",
      sats: 17,
      roll: expect.closeTo(10, 4),
      pitch: expect.closeTo(-5, 4),
      heading: 270.5,
      batPct: 76,
      tRemain: 840,
      homeLat: 399_200_000,
      homeLon: 1_054_500_000,
      homeDist: expect.closeTo(852.9, 0),
      wind: 6.5,
      windDir: 270,
      wp: 3,
      wpTotal: 12,
      phase: "mission",
    });
    expect(samples[1]).toMatchObject({ seq: 1, tSrc: start + 1_100 });
  });

  test("does not know what was not sent", () => {
    const { samples } = parse(
      createLog(
        [1, encodePayload(31, [30, "Int8", -1])],
        [24, encodePayload(30, [28, "Uint8", 1], [29, "Uint8", 255])],
        [42, encodePayload(2, [0, "Uint16", 3])],
        [33, position(0, 65_535)],
      ),
    );
    expect(samples).toEqual([
      expect.objectContaining({
        lat: null,
        lon: null,
        hEll: null,
        heading: null,
        fix: "none",
        sats: null,
        batPct: null,
        tRemain: null,
        wp: 3,
        wpTotal: null,
        phase: null,
      }),
    ]);
    expect(samples[0]).not.toHaveProperty("homeLat");
  });

  test("takes the heading of the head-up display where the position has none", () => {
    const { samples } = parse(
      createLog([74, encodePayload(20, [16, "Int16", 181])], [33, position(1, 65_535)]),
    );
    expect(samples[0]?.heading).toBe(181);
  });

  test("forgets what did not come again for more than five seconds", () => {
    const battery = encodeFrame(1, encodePayload(31, [30, "Int8", 80]));
    const place = encodeFrame(33, position());
    const { samples } = parse([
      encodeRecord(start, battery),
      encodeRecord(start + 5_000, place),
      encodeRecord(start + 5_001, place),
    ]);
    expect(samples.map(({ batPct }) => batPct)).toEqual([80, null]);
  });

  test("is of the first autopilot: cameras and ground stations are left out, other vehicles counted", () => {
    const { samples, messages, leftOut } = parse(
      createLog(
        [33, position(1), { componentId: 100 }],
        [253, encodeText(54, 1, "ground station"), { systemId: 255, componentId: 190 }],
        [33, position(2), { systemId: 3 }],
        [33, position(3), { systemId: 4 }],
        [253, encodeText(54, 1, "other vehicle"), { systemId: 4 }],
        [253, encodeText(54, 1, "mine"), { systemId: 3 }],
      ),
    );
    expect(samples.map(({ lat }) => lat)).toEqual([2]);
    expect(messages).toEqual([{ tSrc: start + 500, text: "mine" }]);
    expect(leftOut.counts).toEqual({ otherVehicle: 1 });
  });

  test("joins a text of several messages", () => {
    const long = "a".repeat(50);
    const chunk = (text: string, id: number, n: number) => {
      const payload = encodeText(54, 1, text);
      new DataView(payload.buffer).setUint16(51, id, true);
      payload[53] = n;
      return payload;
    };
    const { messages } = parse(
      createLog(
        [33, position()],
        [253, chunk(long, 7, 0)],
        [253, chunk("end", 7, 1)],
        [253, chunk(long, 0, 0)],
      ),
    );
    expect(messages.map(({ text }) => text)).toEqual([`${long}end`, long]);
  });

  test("ends with the reason that the autopilot gave", () => {
    const log = createLog(
      [0, heartbeat(3)],
      [245, landedState(2)],
      [33, position()],
      [253, encodeText(54, 1, "Battery Failsafe")],
      [33, position()],
    );
    const { samples } = parseRecording("flight.tlog", Uint8Array.from(log.flat()));
    expect(samples.map(({ modeReason }) => modeReason)).toEqual([null, "电量严重不足"]);
  });
});

const [onGround, inAir, takingOff, landing] = [1, 2, 3, 4];
/** The phases at positions that follow a heartbeat and a state of the landing each. */
const readPhases = (...steps: readonly (readonly [beat: Uint8Array, state: number])[]) =>
  parse(
    createLog(
      ...steps.flatMap(([beat, state]): [number, Uint8Array][] => [
        [0, beat],
        [245, landedState(state)],
        [33, position()],
      ]),
    ),
  ).samples.map(({ phase }) => phase);

describe("the phase", () => {
  test("of a whole flight of a copter", () => {
    expect(
      readPhases(
        [heartbeat(0, 0x01), onGround],
        [heartbeat(3), onGround],
        [heartbeat(3), takingOff],
        [heartbeat(3), inAir],
        [heartbeat(17), inAir],
        [heartbeat(5), inAir],
        [heartbeat(6), inAir],
        [heartbeat(6), landing],
        [heartbeat(6), onGround],
        [heartbeat(6), 0],
      ),
    ).toEqual([
      "standby",
      "preparing",
      "takeoff",
      "mission",
      "hover",
      "manual",
      "returning",
      "landing",
      "landed",
      null,
    ]);
  });

  test.each([
    ["a plane in AUTO", heartbeat(10, 0x81, 3, 1), "mission"],
    ["a plane in RTL", heartbeat(11, 0x81, 3, 1), "returning"],
    ["a VTOL plane in QLAND", heartbeat(20, 0x81, 3, 20), "landing"],
    ["a plane in a copter's mode", heartbeat(6, 0x81, 3, 1), "manual"],
    ["PX4 in AUTO MISSION", heartbeat(0x04_04_00_00, 0x81, 12), "mission"],
    ["PX4 in AUTO RTL", heartbeat(0x05_04_00_00, 0x81, 12), "returning"],
    ["PX4 in POSCTL", heartbeat(0x00_03_00_00, 0x81, 12), "manual"],
    ["another autopilot", heartbeat(3, 0x81, 8), "manual"],
  ])("of %s in the air", (_name, beat, phase) => {
    expect(readPhases([beat, inAir])).toEqual([phase]);
  });
});
