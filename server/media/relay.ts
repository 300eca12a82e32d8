import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { FlvViewer } from "./flvEdge.ts";

/** Passes streams of the configured video server on, for viewers who get no address of it. */
export interface Relay {
  /**
   * Passes a stream on until it or its viewer ends.
   * @returns what to call when the viewer's connection is closed; null where there are too many viewers
   */
  readonly watch: (url: string, viewer: FlvViewer) => (() => void) | null;
  /** Ends all viewers. */
  readonly stop: () => void;
}

const maxViewers = 100;
/** A viewer that has not taken so much is ended: FLV continues nowhere but at a key frame, which is not looked for here. */
const maxPendingBytes = 4_000_000;

export function createRelay(): Relay {
  const open = new Set<AbortController>();

  async function pass(url: string, viewer: FlvViewer, signal: AbortSignal): Promise<void> {
    const request = (url.startsWith("https:") ? https : http).get(url, { signal });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) {
      response.destroy();
      return;
    }
    for await (const bytes of response) {
      if (viewer.getPendingBytes() > maxPendingBytes) return;
      // Cast: without an encoding, a response gives buffers.
      viewer.write(bytes as Buffer);
    }
  }

  return {
    watch: (url, viewer) => {
      if (open.size >= maxViewers) return null;
      const control = new AbortController();
      open.add(control);
      pass(url, viewer, control.signal)
        // The viewer asks again; the video server's own log says what is wrong with it.
        .catch(() => undefined)
        .finally(() => {
          open.delete(control);
          viewer.end();
        });
      return () => control.abort();
    },
    stop: () => {
      for (const control of open) control.abort();
    },
  };
}
