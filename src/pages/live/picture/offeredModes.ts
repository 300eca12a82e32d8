import type { PulledStream } from "../../../../adapters/contract/video.ts";
import type { VideoMode } from "../../../../machines/videoPort.ts";

/** Modes that a browser plays, as they are shown. */
export const videoModes = ["flv", "hls", "webrtc"] as const satisfies readonly VideoMode[];

export const modeLabels: Readonly<Record<PulledStream["mode"], string>> = {
  flv: "FLV",
  hls: "HLS",
  webrtc: "WebRTC",
  rtmp: "RTMP",
};

/** Modes in which an answer of the platform lets a browser play: its own, unless refused, and the others it names. */
export const getOfferedModes = ({
  mode,
  url,
  fallback,
}: Pick<PulledStream, "mode" | "url" | "fallback">): readonly VideoMode[] =>
  videoModes.filter((each) => (each === mode ? url !== "" : fallback.includes(each)));
