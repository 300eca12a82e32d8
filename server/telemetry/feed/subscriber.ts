import type { Cut } from "./viewCut.ts";

/** What the feed needs of a client's socket. */
export interface FeedSocket {
  readonly send: (text: string) => void;
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Bytes that the client has not read yet. */
  readonly buffered: () => number;
  readonly terminate: () => void;
}

/** One socket's interest in live flight. */
export interface Subscriber {
  readonly socket: FeedSocket;
  /** Undefined while the fleet is not open; null for all of it. */
  cut: Cut | null | undefined;
  /** Opened tasks by id; one may be opened before it flies. */
  readonly tasks: Set<string>;
  /** The next frame is the first after opening or a new view. */
  fresh: boolean;
  /** The client has missed a change of the table and needs all of it. */
  behind: boolean;
  skipped: number;
}

/** Ticks that a client may miss before it is taken for dead. */
const mostSkipped = 30;
/** What may wait for any client, however small the frames are. */
const leastAllowance = 65_536;

/**
 * Whether a client has read enough to be sent `bytes` more. One that has not is skipped: the next frame replaces
 * this one. After 31 skipped ticks it is cut off, so that it never grows the server's memory.
 */
export function keepsUp(subscriber: Subscriber, bytes: number): boolean {
  if (subscriber.socket.buffered() <= Math.max(2 * bytes, leastAllowance)) {
    subscriber.skipped = 0;
    return true;
  }
  subscriber.skipped += 1;
  subscriber.behind = true;
  if (subscriber.skipped > mostSkipped) subscriber.socket.terminate();
  return false;
}

/** Whether what is sent between the ticks can go out now; missing it does no harm. */
export const hasRoom = (subscriber: Subscriber): boolean => subscriber.socket.buffered() <= leastAllowance;
