import { useEffect, useState } from "react";
import { getMediaTime } from "../../../../machines/playbackClock.ts";
import type { PlaybackActor } from "./playedFlight.ts";

/** The time that the playback shows. */
export interface MediaClock {
  /** UTC ms of the first flight. */
  readonly now: () => number;
  /**
   * Calls the listener with the time in every animation frame while it runs, and in the next one after it jumped;
   * returns an unsubscribe function. A hidden page has no frames.
   */
  readonly subscribe: (listener: (timeMs: number) => void) => () => void;
}

/** Creates the clock of a playback. @param wallNow ms by the clock of the machine's port */
export function createMediaClock(actor: PlaybackActor, wallNow: () => number): MediaClock {
  const listeners = new Set<(timeMs: number) => void>();
  let frame: number | null = null;
  let subscription: { unsubscribe: () => void } | null = null;
  const isPlaying = () => actor.getSnapshot().hasTag("playing");
  const now = () => getMediaTime(actor.getSnapshot().context, isPlaying(), wallNow());
  const schedule = () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      const timeMs = now();
      for (const listener of listeners) listener(timeMs);
      if (isPlaying() && listeners.size > 0) schedule();
    });
  };
  return {
    now,
    subscribe(listener) {
      listeners.add(listener);
      subscription ??= actor.subscribe(schedule);
      schedule();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscription?.unsubscribe();
        subscription = null;
        if (frame !== null) cancelAnimationFrame(frame);
        frame = null;
      };
    },
  };
}

/** Returns the time, rendered at most once in so many ms; a jump while paused is rendered at once. */
export function useMediaTime(clock: MediaClock, isPlaying: boolean, intervalMs: number): number {
  const [timeMs, setTimeMs] = useState(clock.now);
  useEffect(() => {
    let renderedAt = Number.NEGATIVE_INFINITY;
    return clock.subscribe((next) => {
      const at = performance.now();
      if (isPlaying && at - renderedAt < intervalMs) return;
      renderedAt = at;
      setTimeMs(next);
    });
  }, [clock, isPlaying, intervalMs]);
  return timeMs;
}
