import * as z from "zod/mini";
import { taskEvent } from "../../../adapters/contract/liveMessages.ts";
import { liveState } from "../../../adapters/contract/sample.ts";

/** NATS subjects between the owner of the live picture and the other processes. */
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
const fleetHead = z.object({
  epoch: z.int(),
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
export type FleetHead = z.output<typeof fleetHead>;

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

/** Layout: length of the head, length of the frame, head as JSON, frame, flags. */
export function encodeFleetPart(
  head: FleetHead,
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
  return {
    head: fleetHead.parse(json),
    // Copied: the columns are typed arrays, which need an aligned start.
    frame: new Uint8Array(bytes.subarray(jsonEnd, frameEnd)).buffer,
    flags: bytes.subarray(frameEnd),
  };
}
