import type { FastifyInstance } from "fastify";
import type { Platform } from "../platform.ts";
import { watchWithinMs } from "./mediaSignature.ts";

/** Live streams of one session: the grid has nine pictures, and some are renewed while the old ones still play. */
export const maxStreamsPerSession = 12;

/** The open streams of the console's sessions. */
export interface SessionStreams {
  /** Whether the session has ended while an address of it may still be valid. */
  readonly hasEnded: (sessionId: string) => boolean;
  /**
   * Calls `end` once the session has ended.
   * @returns what to call when the stream is over; null where the session watches too many
   */
  readonly add: (sessionId: string, end: () => void) => (() => void) | null;
}

/** Ends the streams of a session with it: whoever is logged out or disabled sees nothing more. */
export function createSessionStreams(
  app: FastifyInstance,
  { bus, clock }: Pick<Platform, "bus" | "clock">,
): SessionStreams {
  const streams = new Map<string, Set<() => void>>();
  /** When sessions ended, UTC ms, the oldest first. */
  const ended = new Map<string, number>();
  const unsubscribe = bus.subscribe("session.ended", ({ sessionId }) => {
    const now = clock().getTime();
    for (const [id, at] of ended) {
      // Addresses of it have expired.
      if (at > now - watchWithinMs) break;
      ended.delete(id);
    }
    ended.set(sessionId, now);
    for (const end of streams.get(sessionId) ?? []) end();
  });
  app.addHook("onClose", async () => unsubscribe());

  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    add: (sessionId, end) => {
      const ends = streams.get(sessionId) ?? new Set();
      if (ends.size >= maxStreamsPerSession) return null;
      streams.set(sessionId, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && streams.get(sessionId) === ends) streams.delete(sessionId);
      };
    },
  };
}
