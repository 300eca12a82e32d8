import { expect, test } from "vitest";
import { createLog } from "../../server/log/createLog.ts";
import { createMessageReader } from "../../server/telemetry/mqtt/messageReader.ts";

const dock = "7CTDM3D00BVY4Z";
const drone = "1581F6Q8D242100CPWEN";
const at = 1_800_000_000_000;

test("a device's health is that of the drone behind the gateway, by the gravest of its levels", () => {
  const health: (readonly [string, number | null, string])[] = [];
  const noop = () => {};
  const reader = createMessageReader({
    clock: () => new Date(at),
    log: createLog("error", { write: noop }),
    hangarReports: { add: noop },
    onSample: noop,
    onPlanOver: noop,
    onHealth: (droneSn, { level, codes }) => health.push([droneSn, level, codes.join()]),
    publish: noop,
  });
  const read = (topic: string, message: object) =>
    reader.read(topic, Buffer.from(JSON.stringify({ tid: "t", bid: "b", timestamp: at, ...message })));
  const sendHealth = (list: readonly object[]) =>
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
  expect(health).toEqual([
    [drone, 2, "0x1,0x2"],
    [drone, null, ""],
  ]);
});
