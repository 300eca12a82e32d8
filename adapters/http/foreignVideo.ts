import type { EndpointArgs } from "../contract/endpoint.ts";
import { type PullMode, pullModes, pullStatus, type videoCalls } from "../contract/video.ts";
import { isMissing, isObject } from "./foreignShapes.ts";

const protocols: Readonly<Record<PullMode, string>> = {
  flv: "http-flv",
  hls: "hls",
  webrtc: "whep",
  rtmp: "rtmp",
};
const addressNames = [
  "url",
  "playUrl",
  "play_url",
  "videoUrl",
  "video_url",
  "pullUrl",
  "path",
  "src",
] as const;

/**
 * The address of a live picture, which the specification's answer is: alone or in its fields. What is not said of it is
 * as the mode has it: its protocol, that a browser plays it, and that other modes may be asked for.
 */
export function toPulledShape(data: unknown, args: object): unknown {
  const { params } = args as Partial<EndpointArgs<typeof videoCalls.mediaPull>>;
  const mode = params?.mode ?? "flv";
  const fields: Readonly<Record<string, unknown>> = isObject(data) ? data : { url: data };
  const url = addressNames.map((name) => fields[name]).find((one) => typeof one === "string" && one !== "");
  const isKnown = pullStatus.options.some(({ value }) => value === fields["status"]);
  const isPlayable = mode !== "rtmp";
  const fallback = pullModes.filter((other) => other !== mode && other !== "rtmp");
  return {
    ...fields,
    taskId: fields["taskId"] ?? params?.taskId,
    mode,
    protocol: protocols[mode],
    url: url ?? "",
    playable: url === undefined ? false : (fields["playable"] ?? isPlayable),
    status: isKnown ? fields["status"] : url === undefined ? "offline" : "live",
    expiresAt: fields["expiresAt"] ?? new Date(Date.now() + untoldValidityMs).toISOString(),
    fallback: Array.isArray(fields["fallback"]) ? fields["fallback"] : fallback,
    message: isMissing(fields["message"]) && url === undefined ? noAddress : fields["message"],
  };
}

const noAddress = "平台没有给出画面地址，请联系平台的管理员";
/** How long an address counts as good that is not said to expire: what is open goes on, and is asked for again. */
const untoldValidityMs = 3_600_000;
