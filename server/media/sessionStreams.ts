import type { FastifyInstance } from "fastify";
import type { Platform } from "../platform.ts";
import type { SessionViewer } from "./mediaAddresses.ts";
import { watchWithinMs } from "./mediaSignature.ts";

/** Live streams of one person: the grid has nine pictures, and some are renewed while the old ones still play. */
const maxStreamsPerPerson = 12;

/** The open streams of the console's sessions. */
export interface SessionStreams {
  /** Whether the session has ended while an address of it may still be valid. */
  readonly hasEnded: (sessionId: string) => boolean;
  /**
   * Calls `end` once the session has ended.
   * @returns what to call when the stream is over; null where the person watches too many, in whatever sessions
   */
  readonly add: (viewer: SessionViewer, end: () => void) => (() => void) | null;
}

/** Ends the streams of a session with it: whoever is logged out or disabled sees nothing more. */
export function createSessionStreams(
  app: FastifyInstance,
  { bus, clock }: Pick<Platform, "bus" | "clock">,
): SessionStreams {
  const streams = new Map<string, Set<() => void>>();
  const countByPerson = new Map<string, number>();
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
    add: ({ id, staffId }, end) => {
      const count = countByPerson.get(staffId) ?? 0;
      if (count >= maxStreamsPerPerson) return null;
      countByPerson.set(staffId, count + 1);
      const ends = streams.get(id) ?? new Set();
      streams.set(id, ends.add(end));
      return () => {
        if (!ends.delete(end)) return;
        if (ends.size === 0 && streams.get(id) === ends) streams.delete(id);
        const left = (countByPerson.get(staffId) ?? 1) - 1;
        if (left === 0) countByPerson.delete(staffId);
        else countByPerson.set(staffId, left);
      };
    },
  };
}
