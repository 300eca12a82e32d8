import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import type { Log } from "../../log/createLog.ts";
import type { ClearedValue } from "../fleet/clearImpossible.ts";
import { getOrCreate } from "./boundedMap.ts";
import { createLineLimit } from "./createLineLimit.ts";
import { toHangarState } from "./dockProperties.ts";
import { createDroneMemory } from "./droneMemory.ts";
import { toDroneValues } from "./droneProperties.ts";
import type { GatewayRights } from "./gatewayRights.ts";
import type { HangarReports } from "./hangarReports.ts";
import {
  type DeviceHealth,
  type FlightProgress,
  type Message,
  parseMessage,
  parseTopic,
  readFlightProgress,
  readGatewayReport,
  readHealth,
  readTopology,
  type Topic,
} from "./messages.ts";

/** Receives what the messages contain. */
export interface MessageReaderOptions {
  readonly clock: () => Date;
  readonly monotonicMs: () => number;
  readonly log: Log;
  readonly hangarReports: Pick<HangarReports, "add">;
  readonly whenAllowed: GatewayRights["whenAllowed"];
  /**
   * @param gateway what the drone sends through; null where its message names none
   * @param cleared what the drone and its gateway sent since its last sample that is unknown
   */
  readonly onSample: (sample: IngestSample, gateway: string | null, cleared: readonly ClearedValue[]) => void;
  /** The plan of a drone is over. @param failure why it has failed, told once; null where it has not */
  readonly onPlanOver: (droneSn: string, failure: string | null) => void;
  /** What a gateway says of its drone's health, and its own. */
  readonly onHealth: (droneSn: string, health: DeviceHealth) => void;
  /** Values of a gateway's message were left out: too long or too many. */
  readonly onIgnored: (gateway: string, count: number) => void;
  readonly publish: (topic: string, reply: object) => void;
}

export interface MessageReader {
  /** Reads a message of any topic; false where it cannot be understood. */
  readonly read: (topic: string, payload: Uint8Array) => boolean;
  /** Forgets how far the drone's plan is: it is closed. */
  readonly endPlan: (droneSn: string) => void;
  /** Whether the drone's plan is still over: it may have got another one. */
  readonly isPlanOver: (droneSn: string) => boolean;
  /** How many devices are remembered. */
  readonly counts: () => { readonly gateways: number; readonly drones: number };
}

/** A remote control or a dock. */
interface Gateway {
  /** The aircraft behind it, or that last was: a dock reports the end of its task when the aircraft is off. */
  droneSn: string | null;
  /** Whether its own topic named the aircraft: what others say of it counts no longer. */
  hasNamedDrone: boolean;
  /** Limits the lines about its topology. */
  readonly limitLines: (count: number) => number;
}

const maxGateways = 20_000;
/** Of all gateways together, each of which has one: a broker may pass on any number of invented ones. */
const maxTopologyLinesPerMinute = 1_000;
/** Beyond it a message is no telemetry. */
const maxPayloadBytes = 256 * 1024;
/** Events that are answered where the device wants it; others are for whoever commands the dock. */
const answeredEvents: readonly (string | undefined)[] = ["flighttask_progress", "hms"];

export function createMessageReader(options: MessageReaderOptions): MessageReader {
  const { clock, monotonicMs, log, hangarReports, whenAllowed, onSample, onPlanOver, onHealth } = options;
  const { onIgnored, publish } = options;
  const drones = createDroneMemory(monotonicMs);
  const gateways = new Map<string, Gateway>();
  const limitAllLines = createLineLimit(monotonicMs, maxTopologyLinesPerMinute);
  const getGateway = (sn: string) =>
    getOrCreate(gateways, sn, maxGateways, () => ({
      droneSn: null,
      hasNamedDrone: false,
      limitLines: createLineLimit(monotonicMs),
    }));
  const reportIgnored = (sn: string, { ignored }: { readonly ignored: number }) => {
    if (ignored > 0) onIgnored(sn, ignored);
  };

  function nameDrone(gateway: Gateway, droneSn: string): void {
    gateway.droneSn = droneSn;
    gateway.hasNamedDrone = true;
  }

  function readOfGateway(sn: string, { data }: Message): void {
    const gateway = getGateway(sn);
    const report = readGatewayReport(data);
    reportIgnored(sn, report);
    if (report.droneSn) nameDrone(gateway, report.droneSn);
    if (report.link && gateway.droneSn) drones.setLink(gateway.droneSn, report.link);
    // A remote control has no hangar, so its properties are left out.
    hangarReports.add(sn, toHangarState(data) ?? {}, clock());
  }

  function readOfDrone({ sn, kind }: Topic, { data, timestamp, gateway: gatewaySn }: Message): boolean {
    const gateway = gatewaySn ? getGateway(gatewaySn) : null;
    if (gateway && !gateway.hasNamedDrone) gateway.droneSn = sn;
    const placeholders: ClearedValue[] = [];
    const values = toDroneValues(data, (cleared) => placeholders.push(cleared));
    if (!values) return true;
    if (kind !== "state" && timestamp === undefined) return false;
    for (const cleared of placeholders) drones.addCleared(sn, cleared);
    if (timestamp === undefined || kind === "state") drones.hold(sn, values);
    else passOn(drones.createSample(sn, timestamp, values), gatewaySn ?? null);
    return true;
  }

  const passOn = (sample: IngestSample, gateway: string | null) =>
    onSample(sample, gateway, drones.takeCleared(sample.droneSn));

  function setProgress(gateway: string, droneSn: string, progress: FlightProgress): void {
    // A device repeats the event until it is answered.
    const isRepeat = drones.isPlanOver(droneSn);
    drones.setProgress(droneSn, progress);
    if (!progress.isOver) return;
    const sample = drones.createEndSample(droneSn);
    if (sample) passOn(sample, gateway);
    onPlanOver(droneSn, progress.hasFailed && !isRepeat ? progress.endReason : null);
  }

  function readEvent(sn: string, message: Message): void {
    const { droneSn } = getGateway(sn);
    const progress = readFlightProgress(message);
    if (progress && droneSn)
      whenAllowed({ gateway: sn, droneSn, apply: () => setProgress(sn, droneSn, progress) });
    const health = readHealth(message);
    if (health) {
      reportIgnored(sn, health);
      log.debug({ gateway: sn, codes: health.codes }, "mqtt device health");
      if (droneSn) whenAllowed({ gateway: sn, droneSn, apply: () => onHealth(droneSn, health) });
    }
    if (message.need_reply === 1 && answeredEvents.includes(message.method))
      reply(`thing/product/${sn}/events_reply`, message);
  }

  function readStatus(sn: string, message: Message): boolean {
    const topology = readTopology(message);
    if (!topology) return false;
    reportIgnored(sn, topology);
    const { droneSns } = topology;
    const gateway = getGateway(sn);
    const [droneSn] = droneSns;
    if (droneSn !== undefined) nameDrone(gateway, droneSn);
    const due = gateway.limitLines(1);
    const messages = due > 0 ? limitAllLines(due) : 0;
    if (messages > 0)
      log.info(
        { gateway: sn, drones: droneSns, messages },
        droneSn === undefined ? "mqtt drone offline" : "mqtt drone online",
      );
    reply(`sys/product/${sn}/status_reply`, message);
    return true;
  }

  const reply = (topic: string, { tid, bid, method }: Message) =>
    publish(topic, { tid, bid, timestamp: clock().getTime(), method, data: { result: 0 } });

  return {
    read: (name, payload) => {
      const topic = parseTopic(name);
      const message = topic && payload.length <= maxPayloadBytes ? parseMessage(payload) : null;
      if (!topic || !message) return false;
      const { sn, kind } = topic;
      if (kind === "status") return readStatus(sn, message);
      if (kind === "events") readEvent(sn, message);
      else if (message.gateway === undefined ? gateways.has(sn) : message.gateway === sn)
        readOfGateway(sn, message);
      else return readOfDrone(topic, message);
      return true;
    },
    endPlan: (droneSn) => drones.setProgress(droneSn, null),
    isPlanOver: drones.isPlanOver,
    counts: () => ({ gateways: gateways.size, drones: drones.count() }),
  };
}
