import { expect, test } from "vitest";
import { isKeepAlive, parseServerFrames, readJsonBytes } from "../../adapters/http/parseServerFrames.ts";
import { readSpecified, toSpecifiedFrame } from "../../adapters/http/specifiedFrames.ts";

test("a text holds several messages, messages within texts, and ids of 19 digits", () => {
  const text = '["{\\"type\\":6}",7,{"type":4,"data":"{\\"taskId\\":1790000000000000001}"}]';
  expect(parseServerFrames(text, 0)).toMatchObject([
    { type: 6, data: { type: 6 } },
    { type: 4, data: { taskId: "1790000000000000001" } },
  ]);
});

test("a binary message may hold JSON", () => {
  const read = (text: string) => readJsonBytes(new TextEncoder().encode(text).buffer);
  expect([' {"type":6}', "AFLT{}", "{\u0000", ""].map(read)).toEqual([' {"type":6}', null, null, null]);
});

test("of another platform only what the specification has is understood", () => {
  const types = (text: string) =>
    parseServerFrames(text, 0).flatMap((frame) => readSpecified(frame)?.type ?? []);
  expect(types('[{"type":1},{"type":3},{"type":4},{"type":6},{"type":9},{"type":16}]')).toEqual([1, 3, 4, 6]);
});

test("places that answer the opening of a task are its telemetry, whatever else is not", () => {
  const types = (text: string) => parseServerFrames(text, 0).map((frame) => readSpecified(frame)?.type);
  expect(
    types('[{"type":3,"taskId":"7","lat":39.9,"lng":116},{"type":"3","data":[{"latitude":39.9}]}]'),
  ).toEqual([4, 4]);
  expect(
    types('[{"type":3,"taskId":"7"},{"type":3,"data":null},{"type":3,"data":"ok"},{"type":5,"lat":1}]'),
  ).toEqual([3, 3, 3, 5]);
});

test("words that keep a line alive are no faulty messages", () => {
  const texts = ["ping", "PONG", '"pong"', "ok\n", "heartbeat", "{ping", "pinging", '{"type":"x"}', ""];
  expect(texts.map(isKeepAlive)).toEqual([true, true, true, true, true, true, false, false, false]);
});

test("another platform is sent the types and fields of the specification alone", () => {
  const frame = { platform: "web", userId: "7", token: "t", taskId: "1" } as const;
  const view = { bbox: [0, 0, 1, 1] as const, zoom: 4 };
  const sent = [
    { ...frame, type: 3, view },
    { ...frame, type: 3, taskId: "*", view },
    { ...frame, type: 30 },
    { ...frame, type: 31, perceivedTo: "2026-11-28T00:00:00Z" },
  ] as const;
  expect(sent.map(toSpecifiedFrame)).toEqual([{ ...frame, type: 3 }, null, null, null]);
});

test("a message's task is that of its data, unless these name another", () => {
  const read = (text: string) => parseServerFrames(text, 0).map(({ data }) => data);
  expect(read('{"type":4,"taskId":"7","data":{"lat":1}}')).toEqual([{ taskId: "7", lat: 1 }]);
  expect(read('{"type":4,"taskId":"7","data":{"lat":1,"taskId":"8"}}')).toEqual([{ taskId: "8", lat: 1 }]);
  expect(read('{"type":1,"taskId":"","data":{"ok":1}}')).toEqual([{ ok: 1 }]);
  expect(read('{"type":4,"taskId":"7","data":[{"taskId":"9"}]}')).toEqual([[{ taskId: "9" }]]);
  expect(read('{"type":4,"task_id":"7","data":{"lat":1}}')).toEqual([{ taskId: "7", lat: 1 }]);
  expect(read('{"type":4,"data":{"task_id":7,"lat":1}}')).toEqual([{ taskId: 7, task_id: 7, lat: 1 }]);
  expect(read('{"type":4,"taskId":"7","data":[{"lat":1},{"task_id":"8"}]}')).toEqual([
    [
      { taskId: "7", lat: 1 },
      { taskId: "8", task_id: "8" },
    ],
  ]);
});
