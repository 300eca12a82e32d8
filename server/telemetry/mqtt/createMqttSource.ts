import type { IClientOptions, MqttClient } from "mqtt";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import type { Platform } from "../../platform.ts";
import type { MqttSettings } from "../../settings/mqttSettings.ts";
import type { ClearedValue } from "../fleet/clearImpossible.ts";
import { isInAir } from "../flights/flightPhases.ts";
import type { IngestServices } from "../ingest/findDroneTasks.ts";
import { ingestDeviceSamples, needsDatabase } from "../ingest/ingestDeviceSamples.ts";
import type { LiveService } from "../liveService.ts";
import type { TelemetrySource } from "../telemetrySource.ts";
import { type ConnectionLog, createConnectionLog } from "./connectionLog.ts";
import { createGatewayRights } from "./gatewayRights.ts";
import { createHangarReports } from "./hangarReports.ts";
import { createMessageReader } from "./messageReader.ts";
import { subscriptions } from "./messages.ts";

export type MqttPlatform = Pick<
  Platform,
  "db" | "clock" | "monotonicMs" | "newId" | "randomBytes" | "log" | "onError"
>;

const runEveryMs = 200;
const maxBatchSamples = 2_000;
const firstReconnectMs = 1_000;
const maxReconnectMs = 30_000;
const connectTimeoutMs = 10_000;
const maxWaitingSamples = 20_000;
/** Dropped at once where it is full. */
const droppedSamples = 1_000;
/** Messages are read for so long, then everything else of the server has its turn, ms. */
const maxTurnMs = 20;

/**
 * Receives what docks and remote controls publish in the topics of DJI's Cloud API. The broker has authenticated the
 * device, so a serial number in the topic is enough to name the drone; a gateway's events count only for drones of its
 * own company. A broker that is away is tried again.
 * @param ca certificate authority of the broker in PEM; null for those of Node
 */
export async function createMqttSource(
  platform: MqttPlatform,
  live: LiveService,
  settings: MqttSettings,
  ca: string | null,
): Promise<TelemetrySource> {
  const { db, clock, monotonicMs, log, onError } = platform;
  const connectionLog = createConnectionLog(log, monotonicMs, settings.url);
  const queue = createSampleQueue();
  const hangarReports = createHangarReports(monotonicMs);
  const endedPlans = new Set<string>();
  const reportError = (error: unknown) => onError(error, "mqtt telemetry");
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;

  const rights = createGatewayRights({
    db,
    monotonicMs,
    getTaskCompany: (droneSn) => live.registry.getByDrone(droneSn)?.task.companyId,
    onRefused: ({ gateway, droneSn }) => connectionLog.reportForeign(gateway, droneSn),
    onError: reportError,
  });
  const reader = createMessageReader({
    clock,
    monotonicMs,
    log,
    hangarReports,
    whenAllowed: rights.whenAllowed,
    onSample: queue.add,
    onPlanOver: (droneSn, failure) => {
      endedPlans.add(droneSn);
      if (failure !== null) live.alarmRules?.failPlan(droneSn, failure, clock().getTime());
    },
    onHealth: (droneSn, { level, codes }) => live.alarmRules?.setDeviceHealth(droneSn, level, codes),
    onIgnored: connectionLog.reportIgnored,
    publish: (topic, reply) => connection.publish(topic, JSON.stringify(reply)),
  });
  const connection = await createBrokerConnection(platform, settings, ca, connectionLog, reader.read);

  /** Drones under way need no database: they are not delayed while it is down. */
  async function ingest(queued: readonly QueuedSample[], now: Date): Promise<void> {
    const services: IngestServices = { db: platform.db, live, newId: platform.newId, now };
    const samples = queued.map(({ sample }) => sample);
    const cleared = new Map(queued.map((one) => [one.sample, one.cleared]));
    const gateways = new Map(queued.map(({ sample, gateway }) => [sample.droneSn, gateway]));
    const sender = {
      companyId: null,
      via: "mqtt" as const,
      lineOf: (droneSn: string) => live.lines.ofGateway(gateways.get(droneSn) ?? null),
      getCleared: (sample: IngestSample) => cleared.get(sample) ?? [],
    };
    const waiting = new Set(
      samples.filter((sample) => needsDatabase(live, sample)).map(({ droneSn }) => droneSn),
    );
    const isWaiting = ({ droneSn }: IngestSample) => waiting.has(droneSn);
    for (const part of [samples.filter((sample) => !isWaiting(sample)), samples.filter(isWaiting)])
      if (part.length > 0) await ingestDeviceSamples(services, sender, part).catch(reportError);
  }

  /** Closes tasks whose plan is over, once their drone is on the ground: one in the air stays on the map. */
  function completeEndedPlans(now: number): void {
    for (const droneSn of endedPlans) {
      const open = live.registry.getByDrone(droneSn);
      const isOwn = open?.task.source === "device" && reader.isPlanOver(droneSn);
      if (isOwn && isInAir(live.registry.fleet, open)) continue;
      endedPlans.delete(droneSn);
      if (!isOwn) continue;
      reader.endPlan(droneSn);
      live.registry.complete(open.slot, now);
    }
  }

  async function processQueue(): Promise<void> {
    // Samples that came while others were processed are not older than that.
    while (queue.count() > 0) await ingest(queue.take(maxBatchSamples), clock());
    const now = clock();
    completeEndedPlans(now.getTime());
    connectionLog.reportDropped(queue.takeDropped());
    await hangarReports.write({ db: platform.db, live, now });
  }

  const run = () => {
    // Beside the samples: those of drones under way do not wait for the database.
    rights.lookUp().catch(reportError);
    if (isBusy) return;
    isBusy = true;
    void processQueue()
      .catch(reportError)
      .finally(() => {
        isBusy = false;
      });
  };

  return {
    run,
    start: () => {
      timer ??= setInterval(run, runEveryMs);
      connection.start();
    },
    stop: () => {
      clearInterval(timer);
      connectionLog.stop();
      connection.stop();
    },
  };
}

/** A sample, and the gateway that its drone sent it through. */
interface QueuedSample {
  readonly sample: IngestSample;
  readonly gateway: string | null;
  /** What came with it and is unknown. */
  readonly cleared: readonly ClearedValue[];
}

/** Samples that wait for the next batch. */
interface SampleQueue {
  readonly add: (sample: IngestSample, gateway: string | null, cleared: readonly ClearedValue[]) => void;
  readonly take: (count: number) => readonly QueuedSample[];
  readonly count: () => number;
  /** How many were dropped since the last call. */
  readonly takeDropped: () => number;
}

/** Where more comes than can be processed, the oldest samples are dropped: newer ones show where the drones are. */
function createSampleQueue(): SampleQueue {
  let waiting: QueuedSample[] = [];
  let dropped = 0;
  return {
    add: (sample, gateway, cleared) => {
      if (waiting.length >= maxWaitingSamples) dropped += waiting.splice(0, droppedSamples).length;
      waiting.push({ sample, gateway, cleared });
    },
    take: (count) => {
      const taken = waiting.slice(0, count);
      waiting = waiting.slice(count);
      return taken;
    },
    count: () => waiting.length,
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

interface BrokerConnection {
  readonly start: () => void;
  readonly stop: () => void;
  readonly publish: (topic: string, payload: string) => void;
}

/**
 * Prepares the connection: it subscribes each time it is made, and is tried again when it is lost.
 * @param read returns false for a message that cannot be understood
 */
async function createBrokerConnection(
  platform: MqttPlatform,
  settings: MqttSettings,
  ca: string | null,
  connectionLog: ConnectionLog,
  read: (topic: string, payload: Buffer) => boolean,
): Promise<BrokerConnection> {
  // Only loaded where a broker is configured.
  const { connect } = await import("mqtt");
  let client: MqttClient | undefined;

  function subscribe(to: MqttClient): void {
    to.subscribe({ ...subscriptions }, (error, granted = []) => {
      const refused = granted.filter(({ qos }) => qos === 128).map(({ topic }) => topic);
      if (error || refused.length > 0) connectionLog.reportRefusedTopics(refused);
      else connectionLog.reportConnected();
    });
  }

  return {
    start: () => {
      if (client) return;
      const created = connect(settings.url, toClientOptions(platform, settings, ca));
      client = created;
      // Called after each message; the next one is read once it calls back.
      created.handleMessage = createTurns();
      created.on("connect", () => {
        created.options.reconnectPeriod = firstReconnectMs;
        subscribe(created);
      });
      created.on("close", () => {
        connectionLog.reportClosed();
        // mqtt.js has one interval for all its attempts; this one counts from the next attempt on.
        created.options.reconnectPeriod = Math.min(
          (created.options.reconnectPeriod ?? firstReconnectMs) * 2,
          maxReconnectMs,
        );
      });
      created.on("error", (error) => connectionLog.reportError(error));
      created.on("message", (topic, payload, { retain }) => {
        // A retained message is of some time before: it would show a drone as it no longer is.
        if (!retain && !read(topic, payload)) connectionLog.reportUnread(topic);
      });
    },
    stop: () => client?.end(true),
    publish: (topic, payload) => client?.publish(topic, payload, { qos: 1 }),
  };
}

/** A broker may have more messages ready than can be read for seconds. */
function createTurns(): MqttClient["handleMessage"] {
  let endsAt: number | null = null;
  return (_packet, callback) => {
    if (endsAt === null) {
      endsAt = performance.now() + maxTurnMs;
      setImmediate(() => {
        endsAt = null;
      });
    }
    if (performance.now() < endsAt) callback();
    else setImmediate(callback);
  };
}

function toClientOptions(
  { randomBytes }: MqttPlatform,
  { username, password, clientId }: MqttSettings,
  ca: string | null,
): IClientOptions {
  return {
    clientId: clientId ?? `aerial-console-${randomBytes(4).toString("hex")}`,
    connectTimeout: connectTimeoutMs,
    reconnectPeriod: firstReconnectMs,
    // A wrong password may be put right at the broker.
    reconnectOnConnackError: true,
    // Replies of a time when the broker was away are of no use.
    queueQoSZero: false,
    resubscribe: false,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === null ? {} : { ca }),
  };
}
