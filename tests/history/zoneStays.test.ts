import { describe, expect, test } from "vitest";
import type { ZoneRow, ZoneShape } from "../../adapters/contract/zone.ts";
import { createTrack } from "../../src/pages/history/playback/track.ts";
import {
  findZoneStays,
  formatStay,
  getTrackBounds,
} from "../../src/pages/history/playback/zones/zoneStays.ts";
import { createSource, type TestSample } from "./trackBytes.ts";

const zone = (fields: Partial<ZoneRow>): ZoneRow => ({
  id: "1",
  version: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  name: "机场净空区",
  kind: "noFly",
  shape: {
    type: "Polygon",
    coordinates: [
      [
        [105, 39.9995],
        [106, 39.9995],
        [106, 40.0025],
        [105, 40.0025],
        [105, 39.9995],
      ],
    ],
  },
  floor: 0,
  ceiling: 120,
  datum: "agl",
  from: null,
  to: null,
  weekly: [],
  companyId: null,
  companyName: "",
  status: "active",
  state: "inForce",
  stateUntil: null,
  ...fields,
});

/** One sample a second, each 0.001° further north from 39.997° on; the zone is from second 3 to 5. */
const createNorthbound = (values: (second: number) => TestSample[1], seconds = [0, 1, 2, 3, 4, 5, 6, 7]) => {
  const samples = seconds.map(
    (second): TestSample => [
      second * 1_000,
      { lat: 399_970_000 + second * 10_000, lon: 1_055_000_000, ...values(second) },
    ],
  );
  const track = createTrack(createSource([samples]));
  if (!track) throw new Error("no track");
  return track;
};
const toSpans = (track: ReturnType<typeof createNorthbound>, fields: Partial<ZoneRow>) =>
  findZoneStays(track, [zone(fields)]).map(({ fromMs, toMs, label }) => `${fromMs} ${toMs} ${label}`);

describe("stays in a zone", () => {
  const at50m = createNorthbound(() => ({ hAgl: 500 }));

  test("last from the first sample inside to the first one outside", () => {
    expect(toSpans(at50m, {})).toEqual(["3000 6000 禁飞区 机场净空区"]);
    // 120 m around the place of second 4: that of second 3 and 5 are 111 m away.
    const circle = (radius: number): ZoneShape => ({ type: "Circle", center: [105.5, 40.001], radius });
    expect(toSpans(at50m, { shape: circle(120) })).toEqual(["3000 6000 禁飞区 机场净空区"]);
    expect(toSpans(at50m, { shape: circle(100) })).toEqual(["4000 5000 禁飞区 机场净空区"]);
  });

  test("end with the track, and with a gap, of which nothing is known", () => {
    expect(
      toSpans(
        createNorthbound(() => ({ hAgl: 500 }), [0, 1, 2, 3, 4]),
        {},
      ),
    ).toEqual(["3000 4000 禁飞区 机场净空区"]);
    const slow = [0, 1, 2, 3, 4, 5, 6, 30, 31, 32];
    const hovering = createNorthbound((second) => ({ lat: second < 3 ? 0 : 400_000_000, hAgl: 500 }), slow);
    expect(toSpans(hovering, {})).toEqual(["3000 6000 禁飞区 机场净空区", "30000 32000 禁飞区 机场净空区"]);
  });

  test("are by the height above ground, else above the take-off, else by the place alone", () => {
    expect(toSpans(at50m, { floor: 51 })).toEqual([]);
    expect(toSpans(at50m, { ceiling: 49 })).toEqual([]);
    const climbing = createNorthbound((second) => ({ hRel: second * 100 }));
    expect(toSpans(climbing, { ceiling: 40 })).toEqual(["3000 5000 禁飞区 机场净空区（按相对起飞点高度）"]);
    expect(
      toSpans(
        createNorthbound(() => ({})),
        { floor: 300 },
      ),
    ).toEqual(["3000 6000 禁飞区 机场净空区（未比对高度）"]);
    // A track has no height above the sea.
    expect(toSpans(at50m, { floor: 1_000, ceiling: 2_000, datum: "amsl" })).toEqual([
      "3000 6000 禁飞区 机场净空区（未比对高度）",
    ]);
  });

  test("are none while the zone is not in force", () => {
    expect(toSpans(at50m, { from: "1970-01-01T00:00:04.000Z" })).toEqual(["4000 6000 禁飞区 机场净空区"]);
    expect(toSpans(at50m, { to: "1970-01-01T00:00:04.000Z" })).toEqual(["3000 4000 禁飞区 机场净空区"]);
  });

  test("follow weekly hours in Shanghai, also past midnight and over the end of the week", () => {
    // The track begins at 08:00 on Thursday, 1 January 1970.
    const span = ["3000 6000 禁飞区 机场净空区"];
    const withHours = (day: number, from: number, to: number) =>
      toSpans(at50m, { weekly: [{ day, from, to }] });
    expect(withHours(4, 8 * 60, 9 * 60)).toEqual(span);
    expect(withHours(4, 8 * 60 + 1, 9 * 60)).toEqual([]);
    expect(withHours(4, 7 * 60, 8 * 60)).toEqual([]);
    expect(withHours(3, 8 * 60, 9 * 60)).toEqual([]);
    expect(withHours(3, 22 * 60, 8 * 60 + 1)).toEqual(span);
    expect(withHours(4, 22 * 60, 8 * 60 + 1)).toEqual([]);
  });

  test("begin and end with the hours while the drone stays inside", () => {
    const hovering = createNorthbound(
      () => ({ lat: 400_000_000, hAgl: 500 }),
      [0, 20, 40, 60, 80, 100, 120, 140],
    );
    const weekly = [{ day: 4, from: 8 * 60 + 1, to: 8 * 60 + 2 }];
    const gaps = toSpans(hovering, { weekly }).map((span) => span.split(" ").slice(0, 2).join(" "));
    expect(gaps).toEqual(["60000 120000"]);
  });

  test("of several zones come oldest first, with their length", () => {
    const inner = zone({
      id: "2",
      kind: "warning",
      name: "警示区 北",
      shape: { type: "Circle", center: [105.5, 39.998], radius: 20 },
    });
    expect(findZoneStays(at50m, [zone({}), inner]).map(formatStay)).toEqual([
      "进入警示区 北，停留 1 秒",
      "进入禁飞区 机场净空区，停留 3 秒",
    ]);
  });
});

test("the bounds of a track are those of its samples", () => {
  expect(getTrackBounds(createNorthbound(() => ({})))).toEqual([105.5, 39.997, 105.5, 40.004]);
  expect(getTrackBounds({ lat: new Int32Array(), lon: new Int32Array() })).toBeNull();
});
