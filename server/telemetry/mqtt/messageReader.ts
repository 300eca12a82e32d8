import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import type { Log } from "../../log/createLog.ts";
import { getOrCreate } from "./boundedMap.ts";
import { toHangarState } from "./dockProperties.ts";
import { createDroneMemory } from "./droneMemory.ts";
import { toDroneValues } from "./droneProperties.ts";
import type { HangarReports } from "./hangarReports.ts";
import {
  type DeviceHealth,
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
  readonly log: Log;
  readonly hangarReports: Pick<HangarReports, "add">;
  readonly onSample: (sample: IngestSample) => void;
  /** The plan of a drone is over. */
  readonly onPlanOver: (droneSn: string) => void;
  /** What a gateway says of its drone's health, and its own. */
  readonly onHealth: (droneSn: string, health: DeviceHealth) => void;
  readonly publish: (topic: string, reply: object) => void;
}

export interface MessageReader {
  /** Reads a message of any topic; false where it cannot be understood. */
  readonly read: (topic: string, payload: Uint8Array) => boolean;
  /** Forgets how far the drone's plan is: it is closed. */
  readonly endPlan: (droneSn: string) => void;
  /** Whether the drone's plan is still over: it may have got another one. */
  readonly isPlanOver: (droneSn: string) => boolean;
}

/** A remote control or a dock. */
interface Gateway {
  /** The aircraft behind it, or that last was: a dock reports the end of its task when the aircraft is off. */
  droneSn: string | null;
}

const maxGateways = 20_000;
/** Beyond it a message is no telemetry. */
const maxPayloadBytes = 256 * 1024;
/** Events that are answered where the device wants it; others are for whoever commands the dock. */
const answeredEvents: readonly (string | undefined)[] = ["flighttask_progress", "hms"];

export function createMessageReader(options: MessageReaderOptions): MessageReader {
  const { clock, log, hangarReports, onSample, onPlanOver, onHealth, publish } = options;
  const drones = createDroneMemory();
  const gateways = new Map<string, Gateway>();
  const getGateway = (sn: string) => getOrCreate(gateways, sn, maxGateways, () => ({ droneSn: null }));

  function readOfGateway(sn: string, { data }: Message): void {
    const gateway = getGateway(sn);
    const { droneSn, link } = readGatewayReport(data);
    if (droneSn) gateway.droneSn = droneSn;
    if (link && gateway.droneSn) drones.setLink(gateway.droneSn, link, clock().getTime());
    // A remote control has no hangar, so its properties are left out.
    hangarReports.add(sn, toHangarState(data) ?? {}, clock());
  }

  function readOfDrone({ sn, kind }: Topic, { data, timestamp, gateway }: Message): boolean {
    if (gateway) getGateway(gateway).droneSn = sn;
    const values = toDroneValues(data);
    if (!values) return true;
    if (kind === "state") drones.hold(sn, values);
    else if (timestamp === undefined) return false;
    else onSample(drones.createSample(sn, timestamp, values, clock().getTime()));
    return true;
  }

  function readEvent(sn: string, message: Message): void {
    const { droneSn } = getGateway(sn);
    const progress = readFlightProgress(message);
    if (progress && droneSn) {
      drones.setProgress(droneSn, progress);
      if (progress.isOver) {
        const sample = drones.createEndSample(droneSn);
        if (sample) onSample(sample);
        onPlanOver(droneSn);
      }
    }
    const health = readHealth(message);
    if (health) log.debug({ gateway: sn, codes: health.codes }, "mqtt device health");
    if (health && droneSn) onHealth(droneSn, health);
    if (message.need_reply === 1 && answeredEvents.includes(message.method))
      reply(`thing/product/${sn}/events_reply`, message);
  }

  function readStatus(sn: string, message: Message): boolean {
    const droneSns = readTopology(message);
    if (!droneSns) return false;
    const [droneSn] = droneSns;
    if (droneSn !== undefined) getGateway(sn).droneSn = droneSn;
    log.info(
      { gateway: sn, drones: droneSns },
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
  };
}
