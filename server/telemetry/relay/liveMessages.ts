import * as z from "zod/mini";
import { taskEvent } from "../../../adapters/contract/liveMessages.ts";
import { liveState } from "../../../adapters/contract/sample.ts";

/** Subjects of the live picture, from the process that keeps it and to it. */
export const liveSubjects = {
  /** All drones, once a second, in parts. */
  fleet: "live.fleet",
  /** A sample of a drone that somebody has opened. */
  state: "live.state",
  /** Something that happened in a task. */
  event: "live.event",
  /** What a process needs: opened tasks, and all tasks where it has not got them. */
  want: "live.want",
} as const;

/** Slot, task, its number, drone and company. */
const listedTask = z.tuple([z.int(), z.string(), z.string(), z.string(), z.string()]);
export type ListedTask = z.output<typeof listedTask>;

/** What a part of the fleet says besides its rows. */
const fleetHead = z.object({
  epoch: z.int(),
  tick: z.int(),
  part: z.int(),
  parts: z.int(),
  /** The server's clock at the tick, UTC ms. */
  now: z.number(),
  /** Counts the changes of the tasks. */
  table: z.int(),
  /** Whether the parts of this tick list all tasks; otherwise those that were opened since the tick before. */
  isFull: z.boolean(),
  opened: z.array(listedTask),
  /** Slots. */
  closed: z.array(z.int()),
});
export type FleetHead = z.output<typeof fleetHead>;

export interface FleetPartMessage {
  readonly head: FleetHead;
  /** A fleet frame of this part's drones. */
  readonly frame: ArrayBuffer;
  /** One byte a drone: bits of `rowFlags`. */
  readonly flags: Uint8Array;
}

export const rowFlags = { hasPosition: 1, underWay: 2, inAir: 4 } as const;

export const stateMessage = z.object({ epoch: z.int(), state: liveState });
export const eventMessage = z.object({ epoch: z.int(), taskId: z.string(), event: taskEvent });
export const wantMessage = z.object({ from: z.int(), needsAll: z.boolean(), tasks: z.array(z.string()) });

const lengthBytes = 8;

/** Lengths of head and frame, head as JSON, frame, flags. */
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

/** @throws where the bytes are no such message */
export function decodeFleetPart(bytes: Uint8Array): FleetPartMessage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonEnd = lengthBytes + view.getUint32(0, true);
  const frameEnd = jsonEnd + view.getUint32(4, true);
  if (frameEnd > bytes.length) throw new RangeError("A part of the fleet is cut off");
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(lengthBytes, jsonEnd)));
  return {
    head: fleetHead.parse(json),
    // Copied, as its columns are views from the first byte on.
    frame: new Uint8Array(bytes.subarray(jsonEnd, frameEnd)).buffer,
    flags: bytes.subarray(frameEnd),
  };
}
