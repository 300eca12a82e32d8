import { setTimeout as wait } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { demoDevice } from "../../../server/modules/accessKey/demoKey.ts";
import { type Broker, brokerUser } from "../../mqtt/startBroker.ts";
import { startHostileKey } from "../startHostileKey.ts";
import type { Attack, Target } from "./observe.ts";

/** Serial numbers of a dock and drones of the demo device's company, entered before. */
export const attackDock = "ATTACK-DOCK";
export const attackDrones = ["ATTACK-1", "ATTACK-2", "ATTACK-3"] as const;

const hostileWords = ["constructor", "__proto__", "toString"];
const osd = { latitude: 39.92, longitude: 105.46, elevation: 60, horizontal_speed: 9, mode_code: 5 };

const connect = (broker: Broker): Promise<MqttClient> => connectAsync(broker.url, { ...brokerUser });

async function getStatuses({ admin }: Target): Promise<string> {
  const calls = [
    await admin.call("POST", "/task/start/list", {}),
    await admin.call("GET", "/x/alarm/open"),
    await admin.call("POST", "/x/alarm/list", { pageNo: 1, pageSize: 20 }),
  ];
  return calls.map(({ status }) => status).join(", ");
}

export const hostileStatus = (broker: Broker): Attack => ({
  name: `G1 MQTT status ${hostileWords.join(", ")}`,
  before: "live list and alarms 500 for everybody, no flight stored any more, /ready 200",
  run: async (target) => {
    const client = await connect(broker);
    const publish = (topic: string, message: object) =>
      client.publishAsync(topic, JSON.stringify({ tid: "t", bid: "b", ...message }), { qos: 1 });
    for (const [n, status] of hostileWords.entries()) {
      const sendOsd = async (data: object) => {
        const message = { timestamp: Date.now(), gateway: attackDock, data: { ...osd, ...data } };
        await publish(`thing/product/${attackDrones[n]}/osd`, message);
        await wait(500);
      };
      for (let i = 0; i < 4; i += 1) await sendOsd({});
      const output = { status, progress: { percent: 50 }, ext: { current_waypoint_index: 3 } };
      const event = { method: "flighttask_progress", gateway: attackDock, data: { output } };
      await publish(`thing/product/${attackDock}/events`, event);
      await wait(1_000);
      for (let i = 0; i < 4; i += 1) await sendOsd({ mode_code: 9 });
    }
    await wait(3_000);
    await client.endAsync();
    const statuses = await getStatuses(target);
    const ready = await (await fetch(`${target.server.url}/ready`)).json();
    const { oldestUnwrittenSeconds } = ready as { readonly oldestUnwrittenSeconds: number };
    return {
      after: `lists ${statuses}; oldest unwritten row ${oldestUnwrittenSeconds} s`,
      isRefused: !statuses.includes("500") && oldestUnwrittenSeconds < 5,
    };
  },
});

export const hostileKey: Attack = {
  name: "G4 32 parallel signed calls of 2,000 samples with one key, for 30 s",
  before: "a list of orders took 91 times as long, 8 lists 503, /health 4.5 s",
  run: async ({ server }) => {
    const account = { ...demoDevice, url: server.url };
    const hostile = startHostileKey({ account, droneSn: attackDrones[0], lanes: 32 });
    await wait(30_000);
    const counts = await hostile.stop();
    return { after: JSON.stringify(counts), isRefused: (counts["429"] ?? 0) > (counts["200"] ?? 0) };
  },
};

const longNumbers = 500;
const messages = 50_000;

export const strangeGateway = (broker: Broker): Attack => ({
  name: `G9 a gateway that is registered nowhere: alarms for others, serial numbers of 250 kB, ${messages} messages`,
  before: "raised alarms, ended tasks, +190 MB, 9.1 MB of log",
  run: async ({ server, admin }) => {
    const client = await connect(broker);
    const logBefore = server.output().length;
    const publish = (topic: string, message: object) =>
      client.publishAsync(topic, JSON.stringify({ tid: "t", bid: "b", need_reply: 1, ...message }));
    const stranger = "STRANGER-1";
    await publish(`sys/product/${stranger}/status`, {
      method: "update_topo",
      data: { sub_devices: [{ sn: attackDrones[1] }] },
    });
    await publish(`thing/product/${stranger}/events`, {
      method: "hms",
      data: { list: [{ code: "H".repeat(240_000), level: 2 }] },
    });
    const long = "L".repeat(250_000);
    for (let n = 0; n < longNumbers; n += 1)
      await publish(`sys/product/${stranger}/status`, {
        method: "update_topo",
        data: { sub_devices: [{ sn: `${long}${n}` }] },
      });
    for (let n = 0; n < messages; n += 1)
      await publish(`sys/product/INVENTED-${n % 30_000}/status`, {
        method: "update_topo",
        data: { sub_devices: [{ sn: `SUB-${n}` }] },
      });
    await wait(3_000);
    await client.endAsync();
    const open = JSON.stringify((await admin.call("GET", "/x/alarm/open")).data);
    const logKb = (server.output().length - logBefore) / 1_024;
    const hasRaised = open.includes("deviceHealth") && open.includes(attackDrones[1]);
    return {
      after: `alarm ${hasRaised ? "raised" : "not raised"}, ${logKb.toFixed(0)} kB of log`,
      isRefused: !hasRaised && logKb < 2_048,
    };
  },
});
