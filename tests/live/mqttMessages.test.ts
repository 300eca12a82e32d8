import { beforeEach, describe, expect, test } from "vitest";
import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import { createLog } from "../../server/log/createLog.ts";
import type { HangarState } from "../../server/telemetry/mqtt/dockProperties.ts";
import { createMessageReader, type MessageReader } from "../../server/telemetry/mqtt/messageReader.ts";

const dock = "4TADKAQ000000A";
const drone = "1581F5BKD225D00BP891";
const at = 1_670_422_793_916;

let now: number;
let samples: IngestSample[];
let gateways: (string | null)[];
let hangars: [string, HangarState][];
let overPlans: string[];
let failures: (string | null)[];
let replies: [string, object][];
let logLines: string[];
let reader: MessageReader;
beforeEach(() => {
  now = at + 40;
  samples = [];
  gateways = [];
  hangars = [];
  overPlans = [];
  failures = [];
  replies = [];
  logLines = [];
  reader = createMessageReader({
    clock: () => new Date(now),
    monotonicMs: () => now,
    log: createLog("debug", { write: (line) => void logLines.push(line) }),
    hangarReports: { add: (sn, state) => hangars.push([sn, state]) },
    whenAllowed: ({ apply }) => apply(),
    onSample: (sample, gateway) => {
      samples.push(sample);
      gateways.push(gateway);
    },
    onHealth: () => {},
    onPlanOver: (droneSn, failure) => {
      overPlans.push(droneSn);
      failures.push(failure);
    },
    onIgnored: () => {},
    publish: (topic, reply) => replies.push([topic, reply]),
  });
});

const read = (topic: string, message: unknown) => reader.read(topic, Buffer.from(JSON.stringify(message)));
const ids = { tid: "t-1", bid: "b-1" };
const sendOsd = (data: object, timestamp = at, sn = drone) =>
  read(`thing/product/${sn}/osd`, { ...ids, timestamp, gateway: dock, data });
const sendDockOsd = (data: object) => sendOsd(data, at, dock);
const sendProgress = (status: string, percent: number, waypoint: number) =>
  read(`thing/product/${dock}/events`, {
    ...ids,
    timestamp: at,
    need_reply: 1,
    method: "flighttask_progress",
    data: {
      output: {
        ext: { current_waypoint_index: waypoint, flight_id: "f-1", media_count: 6, wayline_mission_state: 9 },
        progress: { current_step: 19, percent },
        status,
      },
      result: 0,
    },
  });

describe("an aircraft's regular message", () => {
  test("is a sample at the message's time", () => {
    expect(sendOsd({ mode_code: 5, elevation: 60 })).toBe(true);
    expect(samples).toEqual([
      { droneSn: drone, seq: 1, tSrc: at, phase: "mission", hRel: 60, modeReason: null },
    ]);
  });

  test("keeps what is known of it beside figures that are none", () => {
    const payload = `{"timestamp":${at},"tid":null,"gateway":"${dock}","need_reply":null,"data":{"mode_code":5,"elevation":60,"wind_speed":NaN,"horizontal_speed":-inf}}`;
    expect(reader.read(`thing/product/${drone}/osd`, Buffer.from(payload))).toBe(true);
    expect(samples).toEqual([
      { droneSn: drone, seq: 1, tSrc: at, phase: "mission", hRel: 60, modeReason: null },
    ]);
    expect(gateways).toEqual([dock]);
  });

  test("came in by the gateway that it names, otherwise by the broker alone", () => {
    sendOsd({ mode_code: 5 });
    read(`thing/product/${drone}/osd`, { ...ids, timestamp: at + 1_000, data: { mode_code: 5 } });
    expect(gateways).toEqual([dock, null]);
  });

  test("at the moment of the one before is a sample after it", () => {
    sendOsd({ mode_code: 5 });
    sendOsd({ battery: { capacity_percent: 71 } });
    expect(samples.map(({ seq, tSrc }) => [seq, tSrc])).toEqual([
      [1, at],
      [2, at + 1],
    ]);
    expect(samples[1]).toEqual({ droneSn: drone, seq: 2, tSrc: at + 1, batPct: 71, modeReason: null });
  });

  test.each([
    ["is not JSON", "{"],
    ["is no object", "7"],
    ["has no time that is a number", `{"timestamp":NaN,"gateway":"${dock}","data":{"mode_code":5}}`],
    ["has no time", JSON.stringify({ gateway: dock, data: { mode_code: 5 } })],
    [
      "is too long",
      JSON.stringify({ timestamp: at, gateway: dock, data: { track_id: "x".repeat(262_144) } }),
    ],
  ])("that %s is not understood", (_name, payload) => {
    expect(reader.read(`thing/product/${drone}/osd`, Buffer.from(payload))).toBe(false);
    expect(samples).toEqual([]);
  });

  test.each([
    "thing/product//osd",
    "thing/product/a b/osd",
    `thing/product/${"7".repeat(41)}/osd`,
    `thing/product/${drone}/services`,
    `sys/product/${drone}/osd`,
    "osd",
  ])("of the topic %s is not understood", (topic) => {
    expect(read(topic, { timestamp: at, data: { mode_code: 5 } })).toBe(false);
  });
});

describe("what changes rarely", () => {
  test("opens nothing, and is added to each later sample of its group", () => {
    read(`thing/product/${drone}/state`, {
      ...ids,
      timestamp: at - 5_000,
      gateway: dock,
      data: { rc_lost_action: 1, home_latitude: 22.9, home_longitude: 113.7, mode_code_reason: 6 },
    });
    expect(samples).toEqual([]);
    sendOsd({ home_distance: 40 });
    sendOsd({ battery: { capacity_percent: 71 } }, at + 2_000);
    expect(samples).toMatchObject([
      {
        homeDist: 40,
        homeLat: 229_000_000,
        homeLon: 1_137_000_000,
        rcLostAction: "land",
        modeReason: "遥控信号丢失",
      },
      { batPct: 71, modeReason: "遥控信号丢失" },
    ]);
    expect(samples[1]).not.toHaveProperty("homeLat");
  });

  test("holds until the aircraft reports something else", () => {
    sendOsd({ mode_code: 9, mode_code_reason: 6 });
    sendOsd({ mode_code: 9 }, at + 2_000);
    sendOsd({ mode_code: 3, mode_code_reason: 0 }, at + 4_000);
    sendOsd({ mode_code: 3 }, at + 6_000);
    expect(samples.map(({ modeReason }) => modeReason)).toEqual(["遥控信号丢失", "遥控信号丢失", null, null]);
  });
});

describe("a dock's regular message", () => {
  test("goes to its hangar, and is no sample", () => {
    sendDockOsd({ mode_code: 4, cover_state: 1, sub_device: { device_sn: drone } });
    sendDockOsd({ job_number: 492 });
    expect(hangars).toEqual([
      [dock, { status: "working", cover: "open" }],
      [dock, {}],
    ]);
    expect(samples).toEqual([]);
  });

  test("adds the signal to the aircraft's own next sample, for 10 s", () => {
    sendDockOsd({ sub_device: { device_sn: drone } });
    sendDockOsd({
      wireless_link: { sdr_link_state: 1, sdr_quality: 4, "4g_link_state": 0, "4g_quality": 0 },
    });
    expect(samples).toEqual([]);
    sendOsd({ mode_code: 5 });
    now += 10_001;
    sendOsd({ mode_code: 5 }, at + 10_001);
    expect(samples[0]).toMatchObject({ sdr: 4, g4: null });
    expect(samples[1]).not.toHaveProperty("sdr");
  });

  test("without a gateway is known by its aircraft's messages", () => {
    sendOsd({ mode_code: 5 });
    read(`thing/product/${dock}/osd`, { timestamp: at, data: { mode_code: 4 } });
    expect(hangars).toEqual([[dock, { status: "working" }]]);
    expect(samples).toHaveLength(1);
  });
});

describe("the progress of a flight task", () => {
  test("is added to the aircraft's own next samples", () => {
    sendOsd({ mode_code: 5 });
    sendProgress("in_progress", 42, 3);
    expect(samples).toHaveLength(1);
    sendOsd({ mode_code: 5 }, at + 2_000);
    sendOsd({ battery: { capacity_percent: 71 } }, at + 4_000);
    expect(samples[1]).toMatchObject({ pct: 42, wp: 3, phase: "mission" });
    expect(samples[2]).not.toHaveProperty("pct");
    expect(overPlans).toEqual([]);
  });

  test.each([
    ["ok", null],
    ["partially_done", "航线部分完成"],
    ["failed", "航线任务失败"],
    ["canceled", "航线任务已取消"],
    ["rejected", "航线任务被拒绝"],
    ["timeout", "航线任务超时"],
  ])("%s ends the plan in a sample of its own", (status, modeReason) => {
    sendOsd({ mode_code: 0 });
    sendProgress(status, 77, 9);
    expect(overPlans).toEqual([drone]);
    expect(reader.isPlanOver(drone)).toBe(true);
    expect(samples[1]).toEqual({
      droneSn: drone,
      seq: 2,
      tSrc: at + 1,
      phase: "standby",
      pct: 77,
      wp: 9,
      modeReason,
    });
    reader.endPlan(drone);
    sendOsd({ mode_code: 1 }, at + 60_000);
    expect(samples[2]).not.toHaveProperty("pct");
  });

  test.each(["sent", "in_progress", "paused", "a later one"])("%s ends nothing", (status) => {
    sendOsd({ mode_code: 0 });
    sendProgress(status, 77, 9);
    expect(overPlans).toEqual([]);
    expect(samples).toHaveLength(1);
  });

  test.each([
    ["failed", 314_004, "航线任务失败（代码 314004，步骤 19）"],
    ["rejected", 319_002, "航线任务被拒绝（代码 319002，步骤 19）"],
    ["timeout", 0, "航线任务超时"],
    ["canceled", 314_004, null, "航线任务已取消"],
    ["ok", 0, null, null],
  ])("%s with code %i tells why it failed, once: %s", (status, result, failure, modeReason = failure) => {
    sendOsd({ mode_code: 0 });
    const data = { result, output: { status, progress: { current_step: 19, percent: 5 }, ext: {} } };
    for (let i = 0; i < 2; i++)
      read(`thing/product/${dock}/events`, { ...ids, timestamp: at, method: "flighttask_progress", data });
    expect(failures).toEqual([failure, null]);
    expect(samples.at(-1)?.modeReason).toBe(modeReason);
  });

  test("of an aircraft that never sent is no sample", () => {
    sendDockOsd({ sub_device: { device_sn: drone } });
    sendProgress("rejected", 0, 0);
    expect(samples).toEqual([]);
  });

  test("still is the aircraft's after that went offline", () => {
    sendOsd({ mode_code: 0 });
    read(`sys/product/${dock}/status`, {
      ...ids,
      timestamp: at,
      method: "update_topo",
      data: { sub_devices: [] },
    });
    sendProgress("ok", 100, 12);
    expect(overPlans).toEqual([drone]);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "does not take the status %s for a known one",
    (status) => {
      sendOsd({ mode_code: 5 });
      sendProgress(status, 42, 3);
      sendOsd({ mode_code: 9 }, at + 2_000);
      expect(overPlans).toEqual([]);
      expect(samples.map(({ modeReason }) => modeReason)).not.toContainEqual(expect.any(Function));
    },
  );

  test("is answered where the device wants it", () => {
    sendProgress("in_progress", 42, 3);
    const events = `thing/product/${dock}/events`;
    read(events, {
      ...ids,
      timestamp: at,
      method: "hms",
      data: { list: [{ code: "0x16100083", level: 2 }] },
    });
    read(events, { ...ids, timestamp: at, need_reply: 1, method: "file_upload_callback", data: {} });
    expect(replies).toEqual([
      [
        `thing/product/${dock}/events_reply`,
        { ...ids, timestamp: now, method: "flighttask_progress", data: { result: 0 } },
      ],
    ]);
    expect(logLines.join()).toContain("0x16100083");
  });
});

describe("a gateway's topology", () => {
  const topology = (...sns: string[]) => ({
    ...ids,
    timestamp: 1_234_567_890_123,
    method: "update_topo",
    data: {
      domain: "3",
      type: 119,
      sub_type: 0,
      device_secret: "secret-of-device",
      nonce: "nonce",
      thing_version: "1.1.2",
      sub_devices: sns.map((sn) => ({ sn, domain: "0", type: 60, sub_type: 0, index: "A" })),
    },
  });
  const reply = { ...ids, timestamp: at + 40, method: "update_topo", data: { result: 0 } };

  test("is answered with the same ids, and its aircraft noted", () => {
    read(`sys/product/${dock}/status`, topology(drone));
    expect(replies).toEqual([[`sys/product/${dock}/status_reply`, reply]]);
    sendDockOsd({ wireless_link: { sdr_quality: 3 } });
    sendOsd({ mode_code: 5 });
    expect(samples).toMatchObject([{ droneSn: drone, sdr: 3 }]);
    expect(logLines.join()).toContain("mqtt drone online");
    expect(logLines.join()).not.toContain("secret-of-device");
  });

  test("without aircraft is answered too", () => {
    read(`sys/product/${dock}/status`, topology());
    expect(replies).toEqual([[`sys/product/${dock}/status_reply`, reply]]);
    expect(logLines.join()).toContain("mqtt drone offline");
  });

  test("of another form is not", () => {
    expect(read(`sys/product/${dock}/status`, { ...ids, method: "update_topo", data: {} })).toBe(false);
    expect(read(`sys/product/${dock}/status`, { ...ids, method: "other", data: {} })).toBe(false);
    expect(replies).toEqual([]);
  });
});
