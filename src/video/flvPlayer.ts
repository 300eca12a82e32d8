import mpegts from "mpegts.js";
import * as z from "zod/mini";
import { openByteSocket } from "../../adapters/http/openByteSocket.ts";
import { getBufferedMs, type StartPlayer } from "./player.ts";

/** `LoaderStatus` of the library, whose own types know no values. */
const statuses = { idle: 0, connecting: 1, buffering: 2, error: 3, complete: 4 } as const;
/** Cast: the library's types take its list of errors for one of them. */
const failed = "Exception" as unknown as mpegts.LoaderErrors;

/** Loads FLV over a WebSocket. The library's own loader throws on the console where it is ended while it connects. */
class FlvSocketLoader implements mpegts.BaseLoader {
  readonly type = "socket";
  _status: number = statuses.idle;
  readonly _needStash = true;
  // The library sets them before it opens.
  onContentLengthKnown: mpegts.BaseLoader["onContentLengthKnown"] = () => undefined;
  onURLRedirect: mpegts.BaseLoader["onURLRedirect"] = () => undefined;
  onDataArrival: mpegts.BaseLoader["onDataArrival"] = () => undefined;
  onError: mpegts.BaseLoader["onError"] = () => undefined;
  onComplete: mpegts.BaseLoader["onComplete"] = () => undefined;
  #close: () => void = () => undefined;
  #received = 0;

  get status(): number {
    return this._status;
  }

  get needStashBuffer(): boolean {
    return this._needStash;
  }

  isWorking(): boolean {
    return this._status === statuses.connecting || this._status === statuses.buffering;
  }

  open({ url = "" }: mpegts.MediaSegment): void {
    this._status = statuses.connecting;
    this.#close = openByteSocket(url, {
      onOpen: () => {
        this._status = statuses.buffering;
      },
      onBytes: (bytes) => {
        const start = this.#received;
        this.#received += bytes.byteLength;
        this.onDataArrival(bytes, start, this.#received);
      },
      onEnd: (reason) => {
        this._status = statuses[reason];
        if (reason === "error") this.onError(failed, { code: -1, msg: "The socket failed" });
        else this.onComplete(0, this.#received - 1);
      },
    });
  }

  abort(): void {
    this.#close();
    this._status = statuses.complete;
  }

  destroy(): void {
    this.#close();
    this._status = statuses.idle;
  }
}

/** The buffer is short; a picture that lags is played faster until it has caught up. */
const options = {
  enableStashBuffer: false,
  liveBufferLatencyChasing: true,
  liveBufferLatencyMaxLatency: 2,
  liveBufferLatencyMinRemain: 0.5,
  autoCleanupSourceBuffer: true,
};

/** MP3 and AAC: what browsers play of what FLV carries. */
const playedSound = new Set<unknown>([2, 10, "mp4a"]);
const metadataSchema = z.object({ audiocodecid: z.unknown() });

/**
 * Plays live FLV, over HTTP or, from a `ws:` address, over a WebSocket. Sound is left out while it is not heard: a
 * stream that announces sound and has none would show no picture.
 */
export const startFlvPlayer: StartPlayer = (video, url, { onError, onSound }) => {
  // It would log what it reports as an event anyway.
  mpegts.LoggingControl.enableAll = false;
  const player = mpegts.createPlayer(
    { type: "flv", isLive: true, hasAudio: !video.muted, url },
    url.startsWith("ws") ? { ...options, customLoader: FlvSocketLoader } : options,
  );
  player.on(mpegts.Events.METADATA_ARRIVED, (metadata: unknown) => {
    if (playedSound.has(metadataSchema.safeParse(metadata).data?.audiocodecid)) onSound();
  });
  player.on(mpegts.Events.ERROR, (type: string) =>
    onError(type === mpegts.ErrorTypes.NETWORK_ERROR ? "network" : "media"),
  );
  player.on(mpegts.Events.LOADING_COMPLETE, () => onError("ended"));
  player.attachMediaElement(video);
  player.load();
  return { getLatencyMs: () => getBufferedMs(video), stop: () => player.destroy() };
};
