import type { ScreenView } from "../../screens/screenView.ts";
import type { FleetPart } from "./fleetParts.ts";
import type { SlotSet } from "./slotSet.ts";
import type { ViewBounds } from "./viewBounds.ts";

/** The part of a client's socket that the feed uses. */
export interface FeedSocket {
  readonly send: (text: string) => void;
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Bytes the client has not read yet. */
  readonly bufferedAmount: () => number;
  readonly terminate: () => void;
}

/** How the drones of a view are grouped. */
export interface Grouping {
  /** Zoom that the grid of cells is made for. */
  readonly gridZoom: number;
  /** Where none is grouped; null for nowhere. */
  readonly near: ViewBounds | null;
  /** Task whose drone is in no group. */
  readonly focus: string | null;
}

/** What one socket has subscribed to. */
export interface Subscriber {
  readonly socket: FeedSocket;
  /** What a wall may show, which gets no notes either; null for a person. */
  readonly view: ScreenView | null;
  /** What of the fleet it sees. */
  readonly part: FleetPart;
  /** Undefined while the fleet is not open; null for the whole fleet. */
  bounds: ViewBounds | null | undefined;
  /** Of a map that groups drones close to one another; null for one that shows each. */
  grouping: Grouping | null;
  /** Ids of the opened tasks; a task may be opened before its flight. */
  readonly tasks: Set<string>;
  hearsAlarms: boolean;
  /** Slots whose entries of the table it has; null for all. */
  knownSlots: SlotSet | null;
  /** The next frame is the first one after opening or changing the view. */
  needsSnapshot: boolean;
  /** The client missed a table change and needs the full table. */
  needsFullTable: boolean;
  skippedFrames: number;
  /** Of the last frame that was sent, and of the table with it. */
  lastFrameBytes: number;
}

/** Frames a client may skip in a row before it is disconnected. */
const maxSkippedFrames = 30;
/** Bytes of alarms and frames that a client may leave unread. */
const maxBufferedBytes = 4_000_000;
/** Buffered bytes that are always allowed, however small the frames are. */
const minBufferAllowance = 65_536;

/**
 * Whether a client has read enough to get `bytes` more. Otherwise the frame is skipped, as the next one replaces it.
 * After 31 skipped frames in a row the client is disconnected, which bounds the server's memory.
 */
export function checkBackpressure(subscriber: Subscriber, bytes: number): boolean {
  if (subscriber.socket.bufferedAmount() <= Math.max(2 * bytes, minBufferAllowance)) {
    subscriber.skippedFrames = 0;
    return true;
  }
  subscriber.skippedFrames += 1;
  subscriber.needsFullTable = true;
  if (subscriber.skippedFrames > maxSkippedFrames) subscriber.socket.terminate();
  return false;
}

/** Whether a message other than a frame can be sent now; clients can miss these. */
export const canSend = (subscriber: Subscriber): boolean =>
  subscriber.socket.bufferedAmount() <= minBufferAllowance;

/** Sends a message that no client misses, an alarm: who does not read must connect again, and then gets all that are open. */
export function sendSurely({ socket, lastFrameBytes }: Subscriber, text: string): void {
  if (socket.bufferedAmount() > maxBufferedBytes + lastFrameBytes) socket.terminate();
  else socket.send(text);
}
