import type { Clip } from "./clip.ts";
import { createFlvChannel, type FlvChannel, type FlvChunk } from "./flvChannel.ts";

/** A connection that watches. */
export interface FlvViewer {
  readonly write: (bytes: Buffer) => void;
  /** Bytes that the client has not taken yet. */
  readonly getPendingBytes: () => number;
  readonly end: () => void;
}

interface Watching {
  readonly viewer: FlvViewer;
  /** Since when it gets nothing, because it did not keep up; null while it gets all. */
  skippingSince: number | null;
}

interface OpenChannel {
  readonly channel: FlvChannel;
  readonly viewers: Set<Watching>;
}

/** Serves live FLV to all viewers from one timer. */
export interface FlvEdge {
  /**
   * Lets a viewer watch from the last key frame on.
   * @returns what to call when its connection is closed; null where there are too many viewers
   */
  readonly watch: (picture: WatchedPicture, viewer: FlvViewer) => (() => void) | null;
  /** Sends what came due; the timer calls it. */
  readonly tick: () => void;
  readonly countViewers: () => number;
  /** Ends all viewers. */
  readonly stop: () => void;
}

export interface WatchedPicture {
  /** Equal for viewers that see the same. */
  readonly key: string;
  readonly clip: Clip;
  readonly phase: number;
}

export const flvLimits = {
  maxViewers: 300,
  /** A viewer with more than this gets nothing until it has caught up; then it continues with a key frame. */
  maxPendingBytes: 256_000,
  resumePendingBytes: 32_000,
  /** A viewer that has not caught up by then is ended. */
  maxSkippingMs: 30_000,
  /** Pictures are sent that long before they are due, so that a late timer stops no picture. */
  aheadMs: 400,
  tickMs: 100,
} as const;

/** @param now UTC ms that never goes back */
export function createFlvEdge(now: () => number): FlvEdge {
  const channels = new Map<string, OpenChannel>();
  let viewerCount = 0;
  let timer: NodeJS.Timeout | null = null;

  const leave = (key: string, open: OpenChannel, watching: Watching) => {
    if (!open.viewers.delete(watching)) return;
    viewerCount -= 1;
    if (open.viewers.size === 0 && channels.get(key) === open) channels.delete(key);
    if (viewerCount > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const send = (chunk: FlvChunk, watching: Watching, at: number): "sent" | "lost" => {
    const { viewer } = watching;
    const pending = viewer.getPendingBytes();
    if (watching.skippingSince === null && pending > flvLimits.maxPendingBytes) watching.skippingSince = at;
    if (watching.skippingSince === null) {
      viewer.write(chunk.bytes);
      return "sent";
    }
    if (pending <= flvLimits.resumePendingBytes && chunk.keyAt >= 0) {
      watching.skippingSince = null;
      viewer.write(chunk.bytes.subarray(chunk.keyAt));
      return "sent";
    }
    return at - watching.skippingSince > flvLimits.maxSkippingMs ? "lost" : "sent";
  };

  const tick = () => {
    const at = now();
    for (const [key, open] of channels) {
      const chunk = open.channel.advance(at + flvLimits.aheadMs);
      const isOver = open.channel.isExhausted();
      for (const watching of open.viewers)
        if (isOver || (chunk && send(chunk, watching, at) === "lost")) {
          leave(key, open, watching);
          watching.viewer.end();
        }
    }
  };

  return {
    watch: ({ key, clip, phase }, viewer) => {
      if (viewerCount >= flvLimits.maxViewers) return null;
      let open = channels.get(key);
      if (!open) {
        open = { channel: createFlvChannel(clip, phase, now()), viewers: new Set() };
        open.channel.advance(now() + flvLimits.aheadMs);
        channels.set(key, open);
      }
      const [joined, watching]: [OpenChannel, Watching] = [open, { viewer, skippingSince: null }];
      joined.viewers.add(watching);
      viewerCount += 1;
      viewer.write(joined.channel.createOpening());
      timer ??= setInterval(tick, flvLimits.tickMs).unref();
      return () => leave(key, joined, watching);
    },
    tick,
    countViewers: () => viewerCount,
    stop: () => {
      for (const [key, open] of channels)
        for (const watching of open.viewers) {
          leave(key, open, watching);
          watching.viewer.end();
        }
    },
  };
}
