import { type PulledStream, videoCalls } from "../../../adapters/contract/video.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { PulledVideo, VideoMode, VideoPort } from "../../../machines/videoPort.ts";
import { playStream } from "../../video/playStream.ts";

/** The platform's answer as the machine needs it, with the stream itself for the page. */
export interface LiveVideo extends PulledVideo {
  readonly stream: PulledStream;
}

interface VideoSource {
  readonly client: Client;
  readonly taskId: string;
  /** Where paths of the platform are. */
  readonly base: string;
  readonly element: HTMLVideoElement;
  /** The server's clock, UTC ms, by which addresses expire. */
  readonly now: () => number;
  readonly prefersSocket: boolean;
  /** The stream of this mode has sound. */
  readonly onSound: (mode: PulledStream["mode"]) => void;
  /** Called with each answer of the platform. */
  readonly onPull: ((stream: PulledStream) => void) | undefined;
}

const isVideoMode = (mode: PulledStream["mode"]): mode is VideoMode => mode !== "rtmp";

/** Port of the video machine for the picture of one task. */
export const createVideoPort = ({
  client,
  taskId,
  base,
  element,
  now,
  prefersSocket,
  onSound,
  onPull,
}: VideoSource): VideoPort<LiveVideo> => ({
  now,
  pull: async ({ mode, quality }, signal) => {
    const args = { params: { taskId, mode }, query: { quality } };
    const stream = await client.call(videoCalls.mediaPull, args, { signal, quiet: true });
    onPull?.(stream);
    const { status, playable, expiresAt, fallback, message } = stream;
    return {
      stream,
      status,
      playable,
      expiresAt: expiresAt === null ? now() : Date.parse(expiresAt),
      fallback: fallback.filter(isVideoMode),
      message,
    };
  },
  attach: ({ stream }, listener) => {
    const withSound = { ...listener, onSound: () => onSound(stream.mode) };
    const playing = playStream(element, stream, withSound, { base, prefersSocket });
    return { renew: (renewed) => playing.renew(renewed.stream), detach: playing.stop };
  },
});
