import { beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../server/log/createLog.ts";
import { createMessageReader, type MessageReader } from "../../server/telemetry/mqtt/messageReader.ts";

const dock = "4TADKAQ000000A";
const drone = "1581F5BKD225D00BP891";

let now: number;
let ignored: [string, number][];
let linked: string[];
let logLines: string[];
let longest: number;
let reader: MessageReader;
beforeEach(() => {
  now = 0;
  ignored = [];
  linked = [];
  logLines = [];
  longest = 0;
  const measure = (value: unknown) => {
    longest = Math.max(longest, JSON.stringify(value).length);
  };
  reader = createMessageReader({
    clock: () => new Date(1_800_000_000_000 + now),
    monotonicMs: () => now,
    log: createLog("info", { write: (line) => void logLines.push(line) }),
    hangarReports: { add: (...report) => measure(report) },
    whenAllowed: ({ gateway, droneSn, apply }) => {
      linked.push(`${gateway} ${droneSn}`);
      apply();
    },
    onSample: measure,
    onPlanOver: measure,
    onHealth: (...health) => measure(health),
    onIgnored: (...values) => ignored.push(values),
    publish: (...reply) => measure(reply),
  });
});
const read = (topic: string, message: object) => reader.read(topic, Buffer.from(JSON.stringify(message)));
const sendTopology = (gateway: string, ...sns: string[]) =>
  read(`sys/product/${gateway}/status`, {
    method: "update_topo",
    data: { sub_devices: sns.map((sn) => ({ sn })) },
  });
const sendHealth = (gateway: string) =>
  read(`thing/product/${gateway}/events`, { method: "hms", data: { list: [] } });

test("200,000 hostile messages leave nothing that grows", { tags: "full", timeout: 120_000 }, () => {
  const long = "L".repeat(2_000);
  for (let i = 0; i < 50_000; i++) {
    const [gateway, sn] = [`GATEWAY-${i}`, `DRONE-${i}`];
    sendTopology(gateway, sn, `${long}${i}`);
    read(`thing/product/${sn}/osd`, { timestamp: i, gateway: `${gateway}-B`, data: { mode_code: 5 } });
    read(`thing/product/${gateway}/osd`, { gateway, data: { sub_device: { device_sn: `${long}${i}` } } });
    read(`thing/product/${gateway}/events`, {
      tid: `${i}`,
      need_reply: 1,
      method: i % 2 === 0 ? "hms" : "flighttask_progress",
      data: { list: [{ code: long, level: i }], output: { status: "ok", ext: { text: long } } },
    });
  }
  expect(reader.counts()).toEqual({ gateways: 20_000, drones: 20_000 });
  expect(longest).toBeLessThan(500);
  expect(ignored.length).toBeGreaterThan(100_000);
  // One minute has not passed.
  expect(logLines).toHaveLength(1_000);
  expect(logLines.join("").length).toBeLessThan(1_000 * 300);
});

describe("what is too long", () => {
  test.each([
    ["serial number of a gateway", { gateway: "7".repeat(41) }],
    ["transaction id", { tid: "7".repeat(129) }],
    ["business id", { bid: "7".repeat(129) }],
    ["method", { method: "7".repeat(65) }],
  ])("as a %s makes the message one that is not understood", (_name, fields) => {
    const message = { timestamp: 1, gateway: dock, data: { mode_code: 5 } };
    expect(read(`thing/product/${drone}/osd`, message)).toBe(true);
    expect(read(`thing/product/${drone}/osd`, { ...message, ...fields })).toBe(false);
  });

  test("among the serial numbers of a topology is left out and counted", () => {
    sendTopology(dock, "7".repeat(41), drone);
    sendHealth(dock);
    expect(linked).toEqual([`${dock} ${drone}`]);
    sendTopology(dock, ...Array.from({ length: 30 }, (_, i) => `SUB-${i}`));
    expect(ignored).toEqual([
      [dock, 1],
      [dock, 22],
    ]);
  });
});

test("a gateway has one line a minute, which counts what came before it", () => {
  sendTopology(dock, drone);
  for (let i = 0; i < 60; i++) sendTopology(dock, ...(i % 2 === 0 ? [] : [drone]));
  sendTopology("OTHER-DOCK", drone);
  now = 60_000;
  sendTopology(dock);
  const lines = logLines.map((line) => JSON.parse(line));
  expect(lines.map(({ gateway, messages, msg }) => [gateway, messages, msg])).toEqual([
    [dock, 1, "mqtt drone online"],
    ["OTHER-DOCK", 1, "mqtt drone online"],
    [dock, 61, "mqtt drone offline"],
  ]);
});

test("the drone that a gateway names itself is not another one because that says so", () => {
  const sendOsd = (sn: string) =>
    read(`thing/product/${sn}/osd`, { timestamp: now++, gateway: dock, data: { mode_code: 5 } });
  sendOsd("CLAIMED-1");
  sendHealth(dock);
  sendTopology(dock, drone);
  sendOsd("CLAIMED-2");
  sendHealth(dock);
  expect(linked).toEqual([`${dock} CLAIMED-1`, `${dock} ${drone}`]);
});
