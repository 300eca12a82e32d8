import * as z from "zod/mini";
import { taskEvent } from "../../../adapters/contract/liveMessages.ts";
import { liveState } from "../../../adapters/contract/sample.ts";
import { type Holding, partitionCount } from "../../cluster/partitions.ts";

/** NATS subjects between the owners of the live picture and the other processes. */
export const liveSubjects = {
  /** All drones, once a second, in parts. */
  fleet: "live.fleet",
  /** A sample of a task that a console shows in detail. */
  state: "live.state",
  /** An event of a task. */
  event: "live.event",
  /** Request of another process: samples of these tasks, and all tasks if it has missed changes. */
  want: "live.want",
} as const;

/** Slot, task id, task number, serial number of the drone, company id. */
const listedTask = z.tuple([z.int(), z.string(), z.string(), z.string(), z.string()]);
export type ListedTask = z.output<typeof listedTask>;

/** Header of a part of the fleet. */
const sentHead = z.object({
  /** The owner's only epoch, for a build that knows one owner at a time. */
  epoch: z.int(),
  /** Id of the process that publishes it; absent from an older build. */
  owner: z.optional(z.int()),
  /** What it holds; absent from an older build, which holds all. */
  holdings: z.optional(z.readonly(z.array(z.readonly(z.tuple([z.int(), z.int(), z.int()]))))),
  tick: z.int(),
  part: z.int(),
  parts: z.int(),
  /** The server's clock at the tick, UTC ms. */
  now: z.number(),
  /** Version of the tasks: counts the ticks that changed them. */
  table: z.int(),
  /** Whether `opened` of all parts lists all tasks; otherwise only those opened since the previous tick. */
  isFull: z.boolean(),
  opened: z.array(listedTask),
  /** Slots of the tasks that were closed since the previous tick. */
  closed: z.array(z.int()),
});
type SentHead = z.output<typeof sentHead>;
type FleetHead = SentHead & { readonly owner: number; readonly holdings: readonly Holding[] };

export interface FleetPartMessage {
  readonly head: FleetHead;
  /** Fleet frame of the drones in this part. */
  readonly frame: ArrayBuffer;
  /** One byte per drone: bits of `rowFlags`. */
  readonly flags: Uint8Array;
}

export const rowFlags = { hasPosition: 1, underWay: 2, inAir: 4 } as const;

export const stateMessage = z.object({ epoch: z.int(), state: liveState });
export const eventMessage = z.object({ epoch: z.int(), taskId: z.string(), event: taskEvent });
export const wantMessage = z.object({ from: z.int(), needsAll: z.boolean(), tasks: z.array(z.string()) });

const lengthBytes = 8;
/** Stands for a process of an older build: no process has this id. */
const unnamedOwner = 1_024;

/** Layout: length of the head, length of the frame, head as JSON, frame, flags. */
export function encodeFleetPart(
  head: SentHead,
  frame: Uint8Array<ArrayBuffer>,
  flags: Uint8Array,
): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(lengthBytes + json.length + frame.length + flags.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, json.length, true);
  view.setUint32(4, frame.length, true);
  bytes.set(json, lengthBytes);
  bytes.set(frame, lengthBytes + json.length);
  bytes.set(flags, lengthBytes + json.length + frame.length);
  return bytes;
}

/** @throws if the bytes are not such a message */
export function decodeFleetPart(bytes: Uint8Array): FleetPartMessage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonEnd = lengthBytes + view.getUint32(0, true);
  const frameEnd = jsonEnd + view.getUint32(4, true);
  if (frameEnd > bytes.length) throw new RangeError("A part of the fleet is cut off");
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(lengthBytes, jsonEnd)));
  const head = sentHead.parse(json);
  const { owner = unnamedOwner, holdings = [[0, partitionCount - 1, head.epoch]] } = head;
  return {
    head: { ...head, owner, holdings },
    // Copied: the columns are typed arrays, which need an aligned start.
    frame: new Uint8Array(bytes.subarray(jsonEnd, frameEnd)).buffer,
    flags: bytes.subarray(frameEnd),
  };
}
