import type { ViewBounds } from "./viewBounds.ts";

/** What the feed needs of a client's socket. */
export interface FeedSocket {
  readonly send: (text: string) => void;
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Bytes that the client has not read yet. */
  readonly bufferedAmount: () => number;
  readonly terminate: () => void;
}

/** One socket's interest in live flight. */
export interface Subscriber {
  readonly socket: FeedSocket;
  /** Undefined while the fleet is not open; null for all of it. */
  bounds: ViewBounds | null | undefined;
  /** Opened tasks by id; one may be opened before it flies. */
  readonly tasks: Set<string>;
  /** The next frame is the first after opening or a new view. */
  needsSnapshot: boolean;
  /** The client has missed a change of the table and needs all of it. */
  needsFullTable: boolean;
  skippedFrames: number;
}

/** Ticks that a client may miss before it is taken for dead. */
const maxSkippedFrames = 30;
/** What may wait for any client, however small the frames are. */
const minBufferAllowance = 65_536;

/**
 * Whether a client has read enough to be sent `bytes` more. One that has not is skipped: the next frame replaces
 * this one. After 31 skipped ticks it is cut off, so that it never grows the server's memory.
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

/** Whether what is sent between the ticks can go out now; missing it does no harm. */
export const canSend = (subscriber: Subscriber): boolean =>
  subscriber.socket.bufferedAmount() <= minBufferAllowance;
