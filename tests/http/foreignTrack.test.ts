import { expect, test } from "vitest";
import { taskCalls } from "../../adapters/contract/task.ts";
import { getListNotices } from "../../adapters/http/listNotices.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import { toPlayedFlight } from "../../src/pages/history/playback/playedFlight.ts";
import { toReportData } from "../../src/pages/history/report/loadReport.ts";
import { getFigureFacts } from "../../src/pages/history/report/reportFacts.ts";

const read = (data: string, query: { flightId?: string } = { flightId: "9" }) =>
  readLeniently(taskCalls.taskTrack.data, `{"state":0,"data":${data}}`, true, { params: { id: "7" }, query });

const play = (data: string) => {
  const answer = read(data);
  return answer && toPlayedFlight({ taskId: "7", flightId: "9" }, answer);
};

test("a list of places with times is played, in the order of its times", () => {
  const later = '{"latitude":"39.93","longitude":"105.5","time":"2026-10-01 10:00:02","vH":"12.5"}';
  const first = '{"lng":105.46,"lat":39.92,"time":1790820000000,"hRel":120,"battery":"76"}';
  const flight = play(`[${later},${first},{"lng":1},null]`);
  expect(flight).toMatchObject({
    startMs: 1_790_820_000_000,
    endMs: 1_790_820_002_000,
    heightColumn: "hRel",
  });
  if (typeof flight !== "object") throw new Error(flight);
  expect([...flight.lat, ...flight.lon]).toEqual([399_200_000, 399_300_000, 1_054_600_000, 1_055_000_000]);
  expect([flight.hRel[0], flight.speed[0], flight.speed[1]]).toEqual([120, Number.NaN, 12.5]);
  expect([...flight.battery]).toEqual([76, Number.NaN]);
});

test("more places than one chunk holds are all there, under whatever name", () => {
  const places = Array.from({ length: 1_300 }, (_, n) => ({
    lat: 39,
    lng: 105 + n / 1e4,
    at: 1_790_820_000 + n,
  }));
  const flight = play(JSON.stringify({ task: { name: "甲" }, track: places, events: [] }));
  expect(flight).toMatchObject({ times: { length: 1_300 }, task: { id: "7", name: "甲" }, damagedChunks: 0 });
});

test.each([
  '[{"lng":105.46,"lat":39.92},{"lng":105.47,"lat":39.92}]',
  "[[105.46,39.92,80],[105.47,39.92,80]]",
  '{"type":"LineString","coordinates":[[105.46,39.92],[105.47,39.92]]}',
  '{"task":{"name":"甲"},"points":[{"lng":105.46,"lat":39.92,"time":null}]}',
])("of the places %s without times it is said that these are missing", (data) => {
  const answer = read(data);
  expect(answer && toPlayedFlight({ taskId: "7", flightId: "9" }, answer)).toBe("noTrack");
  expect(getListNotices(answer ?? {})).toEqual([
    "平台给出的航迹只有位置、没有时间，无法回放，请联系平台的管理员。",
  ]);
  const report = answer && toReportData({ taskId: "7", flightId: "9" }, answer);
  expect(report).toMatchObject({ track: null, flight: { startedAt: "", endedAt: null } });
  expect(report ? getFigureFacts(report).map(([, value]) => value) : []).not.toContain("Invalid Date");
});

test("places with times are played, those without left out", () => {
  const answer = read('[{"lng":105.46,"lat":39.92},{"lng":105.46,"lat":39.92,"time":1790820000}]');
  expect(answer?.points).toHaveLength(1);
  expect(getListNotices(answer ?? {})).toEqual([]);
});

test("a list of places with times comes before one without, whatever stands first", () => {
  const answer = read(
    '{"waypoints":[{"lng":105.46,"lat":39.92}],"track":[{"lng":105.47,"lat":39.92,"time":1790820000}]}',
  );
  expect(answer?.points).toHaveLength(1);
  expect(getListNotices(answer ?? {})).toEqual([]);
});

test("without places nothing is made up", () => {
  expect(play("[]")).toBe("unknownFlight");
  expect(read('{"flights":[{"id":3}]}')?.flights).toMatchObject([{ id: "3" }]);
});

test("a report of places alone knows when and where, and nothing else", () => {
  const answer = read(
    '[{"lng":105.46,"lat":39.92,"time":1790820000},{"lng":105.47,"lat":39.92,"time":1790820060}]',
  );
  const report = answer && toReportData({ taskId: "7", flightId: "9" }, answer);
  const facts = report ? getFigureFacts(report).map(([, value]) => value) : [];
  expect(facts.slice(0, 2)).toEqual(["2026-10-01 10:00:00", "2026-10-01 10:01:00"]);
  expect(facts.slice(5)).toEqual(["- 张", "- 次", "39.920000°，105.460000°", "39.920000°，105.470000°"]);
});
