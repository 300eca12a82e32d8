import { expect, test } from "vitest";
import { createLog } from "../../server/log/createLog.ts";
import { createMessageReader } from "../../server/telemetry/mqtt/messageReader.ts";

const dock = "7CTDM3D00BVY4Z";
const drone = "1581F6Q8D242100CPWEN";
const at = 1_800_000_000_000;

test("a device's health is that of the drone behind the gateway, by the gravest of its levels", () => {
  const health: (readonly [string, number | null, string])[] = [];
  const ignored: [string, number][] = [];
  const noop = () => {};
  const reader = createMessageReader({
    clock: () => new Date(at),
    monotonicMs: () => at,
    log: createLog("error", { write: noop }),
    hangarReports: { add: noop },
    whenAllowed: ({ apply }) => apply(),
    onSample: noop,
    onPlanOver: noop,
    onHealth: (droneSn, { level, codes }) => health.push([droneSn, level, codes.join()]),
    onIgnored: (gateway, count) => ignored.push([gateway, count]),
    publish: noop,
  });
  const read = (topic: string, message: object) =>
    reader.read(topic, Buffer.from(JSON.stringify({ tid: "t", bid: "b", timestamp: at, ...message })));
  const sendHealth = (list: readonly unknown[]) =>
    read(`thing/product/${dock}/events`, { method: "hms", data: { list } });

  sendHealth([{ code: "0x1", level: 2 }]);
  // Nothing has told which drone that would be.
  expect(health).toEqual([]);
  read(`thing/product/${drone}/osd`, { gateway: dock, data: { mode_code: 5 } });
  sendHealth([
    { code: "0x1", level: 1 },
    { code: "0x2", level: 2 },
    { code: 3, level: "grave" },
  ]);
  sendHealth([]);
  expect(health.splice(0)).toEqual([
    [drone, 2, "0x1,0x2"],
    [drone, null, ""],
  ]);
  expect(ignored).toEqual([]);

  // Neither the alarm nor the log gets what no device sends.
  sendHealth([
    { code: "x".repeat(65), level: 1e9 },
    { code: "x".repeat(64), level: -7 },
  ]);
  sendHealth([{ code: "0x1", level: -7 }, "no entry"]);
  sendHealth(Array.from({ length: 40 }, (_, i) => ({ code: `0x${i}`, level: 0.5 })));
  expect(health.map(([sn, level, codes]) => [sn, level, codes.split(",").length])).toEqual([
    [drone, 2, 1],
    [drone, 0, 1],
    [drone, 0, 32],
  ]);
  expect(ignored).toEqual([
    [dock, 1],
    [dock, 8],
  ]);
});
