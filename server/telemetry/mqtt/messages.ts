import * as z from "zod/mini";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { isSentinel } from "../fleet/sentinels.ts";
import { nullNonNumbers } from "../ingest/nullNonNumbers.ts";

// By another name: the linter takes `z.catch` for the one of a promise.
const { catch: withFallback } = z;

/** What is read of DJI's Cloud API, with its quality of service: what is missed of `osd` is sent again in 2 s anyway. */
export const subscriptions = {
  "thing/product/+/osd": { qos: 0 },
  "thing/product/+/state": { qos: 1 },
  "thing/product/+/events": { qos: 1 },
  "sys/product/+/status": { qos: 1 },
} as const;

/**
 * `osd`: properties at a steady rate. `state`: properties when they change. `events`: what happened. `status`: the
 * gateway came, with the devices behind it. A gateway is a dock or a remote control.
 */
export interface Topic {
  readonly sn: string;
  readonly kind: "osd" | "state" | "events" | "status";
}

const topicPattern =
  /^(?:thing\/product\/([\w-]{1,40})\/(osd|state|events)|sys\/product\/([\w-]{1,40})\/status)$/;
/** As in a topic: a device with a longer one cannot be registered. */
const serialNumberPattern = /^[\w-]{1,40}$/;

export function parseTopic(topic: string): Topic | null {
  const [, thing, kind, gateway] = topicPattern.exec(topic) ?? [];
  if (gateway !== undefined) return { sn: gateway, kind: "status" };
  if (thing === undefined || (kind !== "osd" && kind !== "state" && kind !== "events")) return null;
  return { sn: thing, kind };
}

/** Ids are UUIDs. */
const maxIdLength = 128;
const maxMethodLength = 64;

/** Some senders write null for what they leave out. */
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );

const envelope = z.object({
  /** Sent back in the reply. */
  tid: z.optional(orNull(z.string().check(z.maxLength(maxIdLength)))),
  bid: z.optional(orNull(z.string().check(z.maxLength(maxIdLength)))),
  /** UTC ms. */
  timestamp: z.optional(orNull(z.number())),
  /** Serial number of the gateway that passed the message on; a gateway's own messages name itself. */
  gateway: z.optional(orNull(z.string().check(z.refine((sn) => sn === "" || serialNumberPattern.test(sn))))),
  method: z.optional(orNull(z.string().check(z.maxLength(maxMethodLength)))),
  /** 1 where the device repeats an event until it is answered. */
  need_reply: z.optional(orNull(z.number())),
  data: z.optional(z.unknown()),
});
export type Message = z.infer<typeof envelope>;

/** Null for what is not JSON or not of this form. */
export function parseMessage(payload: Uint8Array): Message | null {
  try {
    return envelope.safeParse(JSON.parse(new TextDecoder().decode(nullNonNumbers(payload)))).data ?? null;
  } catch {
    return null;
  }
}

/** A broker may pass on values of any length: how many of a message's were too long or too many. */
interface IgnoredValues {
  readonly ignored: number;
}

/** A property of another type than expected is unknown; the others of its message still count. */
export const looseNumber = withFallback(z.optional(z.number()), undefined);
export const looseText = withFallback(z.optional(z.string()), undefined);
export const looseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  withFallback(z.optional(z.object(shape)), undefined);

/** The signal between a gateway and its aircraft, as the gateway measures it. */
const wirelessLink = looseObject({
  sdr_link_state: looseNumber,
  "4g_link_state": looseNumber,
  sdr_quality: looseNumber,
  "4g_quality": looseNumber,
});
const gatewayProperties = z.object({
  wireless_link: wirelessLink,
  sub_device: looseObject({ device_sn: looseText }),
});

/** What a gateway reports about the aircraft behind it. */
export interface GatewayReport extends IgnoredValues {
  readonly droneSn: string | null;
  readonly link: { readonly sdr: number | null; readonly g4: number | null } | null;
}

export function readGatewayReport(data: unknown): GatewayReport {
  const parsed = gatewayProperties.safeParse(data).data;
  const link = parsed?.wireless_link;
  const droneSn = parsed?.sub_device?.device_sn || null;
  const isIgnored = droneSn !== null && !serialNumberPattern.test(droneSn);
  return {
    droneSn: isIgnored ? null : droneSn,
    ignored: isIgnored ? 1 : 0,
    link: link
      ? {
          sdr: link.sdr_quality ?? null,
          g4: link["4g_link_state"] === 0 ? null : (link["4g_quality"] ?? null),
        }
      : null,
  };
}

const topology = z.object({ sub_devices: z.array(z.object({ sn: z.string() })) });

/** A remote control has one aircraft, a dock at most two. */
const maxSubDevices = 8;

/** Devices behind a gateway. */
export interface Topology extends IgnoredValues {
  /** Serial numbers; none when they went offline. */
  readonly droneSns: readonly string[];
}

/** Null for another message. */
export function readTopology({ method, data }: Message): Topology | null {
  if (method !== "update_topo") return null;
  const devices = topology.safeParse(data).data?.sub_devices;
  if (!devices) return null;
  const droneSns = devices
    .map(({ sn }) => sn)
    .filter((sn) => serialNumberPattern.test(sn))
    .slice(0, maxSubDevices);
  return { droneSns, ignored: devices.length - droneSns.length };
}

const progressFields = {
  status: looseText,
  progress: looseObject({ percent: looseNumber, current_step: looseNumber }),
  ext: looseObject({ current_waypoint_index: looseNumber }),
};
const flightProgress = z.object({
  ...progressFields,
  /** The maker's code of what went wrong; 0 where nothing did. */
  result: looseNumber,
  output: looseObject(progressFields),
});

/** How far a dock's flight task is. */
export interface FlightProgress {
  readonly pct: number | null;
  readonly wp: number | null;
  /** Whether the plan is over. */
  readonly isOver: boolean;
  /** Why it is over, in Chinese, with the maker's code and step, where it was not flown to its end. */
  readonly endReason: string | null;
  /** Whether it is over because something went wrong, not because somebody wanted so. */
  readonly hasFailed: boolean;
}

const endReasons: Readonly<Record<string, string | null>> = {
  ok: null,
  partially_done: "航线部分完成",
  failed: "航线任务失败",
  canceled: "航线任务已取消",
  rejected: "航线任务被拒绝",
  timeout: "航线任务超时",
};

const failures: readonly string[] = ["failed", "rejected", "timeout"];

/** `（代码 314004，步骤 24）`; empty where the message has no code. */
const formatFailure = (result: number | undefined, step: number | undefined): string =>
  result ? `（代码 ${result}${step === undefined ? "" : `，步骤 ${step}`}）` : "";

/** Null for another event. */
export function readFlightProgress({ method, data }: Message): FlightProgress | null {
  if (method !== "flighttask_progress") return null;
  const parsed = flightProgress.safeParse(data).data;
  if (!parsed) return null;
  const { status = "", progress, ext } = parsed.output ?? parsed;
  const waypoint = ext?.current_waypoint_index ?? null;
  const endReason = lookUp(endReasons, status) ?? null;
  const hasFailed = failures.includes(status);
  return {
    pct: progress?.percent ?? null,
    wp: waypoint !== null && isSentinel("dji", "ext.current_waypoint_index", waypoint) ? null : waypoint,
    isOver: Object.hasOwn(endReasons, status),
    endReason: hasFailed ? `${endReason}${formatFailure(parsed.result, progress?.current_step)}` : endReason,
    hasFailed,
  };
}

const health = z.object({ list: z.array(z.unknown()) });
const healthEntry = looseObject({ code: looseText, level: looseNumber });
/** A device reports at most 20. */
const maxHealthEntries = 32;
const maxCodeLength = 64;
const gravestLevel = 2;

/** What a device finds wrong with itself. */
export interface DeviceHealth extends IgnoredValues {
  /** The gravest level: 0 a notice, 1 a reminder, 2 a warning; null where it finds nothing wrong. */
  readonly level: number | null;
  readonly codes: readonly string[];
}

/** Null for another event. */
export function readHealth({ method, data }: Message): DeviceHealth | null {
  const list = method === "hms" ? health.safeParse(data).data?.list : undefined;
  if (!list) return null;
  const entries = list.slice(0, maxHealthEntries).map((entry) => healthEntry.parse(entry));
  const levels = entries.map((entry) => Math.trunc(entry?.level ?? 0));
  const sent = entries.flatMap((entry) => entry?.code ?? []);
  const codes = sent.filter((code) => code.length <= maxCodeLength);
  return {
    level: levels.length > 0 ? Math.min(Math.max(0, ...levels), gravestLevel) : null,
    codes,
    ignored: list.length - entries.length + sent.length - codes.length,
  };
}
