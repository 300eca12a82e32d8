import { wallPaths } from "../../adapters/contract/screen.ts";
import { type Quality, qualities } from "../../adapters/contract/video.ts";
import type { Clip } from "./clip.ts";
import { choosePicture, loadClip, type Scene, sceneNames, type TaskPicture } from "./clips.ts";
import type { EdgeStream } from "./edgeStreams.ts";
import { type MediaPurpose, openWithinMs, signMedia, watchWithinMs } from "./mediaSignature.ts";
import { createRecording, type Recording } from "./recording.ts";

/** Below this, all paths belong to the embedded edge. */
export const mediaPath = "/media";

/** A stream of the embedded edge by the name in its address: `<taskId>-<quality>`. */
export interface EmbeddedStream {
  readonly picture: TaskPicture;
  readonly clip: Clip;
  /** Equal for streams that show the same at the same time. */
  readonly key: string;
}

/** Quality 1 is the smaller rendition; all others are the full one. */
const getRendition = (quality: number) => (quality === 1 ? "low" : "full");

export const toStreamName = (taskId: string, quality: Quality): string => `${taskId}-${quality}`;

/** Parses the name of a stream; null where it is none. */
export function parseStreamName(name: string): Pick<EdgeStream, "taskId" | "quality"> | null {
  const [, taskId = "", digit] = /^([1-9]\d{0,18})-([0-4])$/.exec(name) ?? [];
  const quality = qualities.find((each) => String(each) === digit);
  return quality === undefined ? null : { taskId, quality };
}

/** Finds the embedded stream of a name; null where there can be none. */
export function findStream(name: string): EmbeddedStream | null {
  const parsed = parseStreamName(name);
  if (!parsed) return null;
  const picture = choosePicture(parsed.taskId);
  const rendition = getRendition(parsed.quality);
  const clip = loadClip(picture.scene, rendition);
  return { picture, clip, key: `${picture.scene} ${rendition} ${picture.phase % clip.groups.length}` };
}

/** A session of the console that watches, and whose it is. */
export interface SessionViewer {
  readonly kind: "session";
  readonly id: string;
  readonly staffId: string;
}

/** Whom an address is for. */
export type MediaViewer = { readonly kind: "screen"; readonly id: string } | SessionViewer;

function withViewer(viewer: MediaViewer | null, resource: string): string {
  if (viewer === null) return resource;
  if (viewer.kind === "screen") return `screen ${viewer.id} ${resource}`;
  return `session ${viewer.id} ${viewer.staffId} ${resource}`;
}

/** What a signature of a stream or a recording is made for. It is good for its viewer alone. */
export const toStreamResource = (name: string, viewer: MediaViewer | null): string =>
  withViewer(viewer, `live ${name}`);
export const toRecordingResource = (name: string, viewer: MediaViewer | null): string =>
  withViewer(viewer, `recorded ${name}`);

/** The viewer's part of an address, so that it can be ended with the session. A screen is known by its cookie. */
export const toViewerQuery = (viewer: MediaViewer | null): string =>
  viewer?.kind === "session" ? `viewer=${viewer.id}-${viewer.staffId}&` : "";

/** Parses what `toViewerQuery` puts after `viewer=`; null where it is something else. */
export function parseSessionViewer(text: string): SessionViewer | null {
  const [, id, staffId] = /^(\d{1,19})-(\d{1,19})$/.exec(text) ?? [];
  return id === undefined || staffId === undefined ? null : { kind: "session", id, staffId };
}

/** What a signature of a drone's stream that is passed on to a screen is made for. */
export const toRelayResource = (name: string, droneSn: string, screenId: string): string =>
  `screen ${screenId} device ${name} ${droneSn}`;

type SignedAddress = { readonly url: string; readonly expires: number };

/**
 * Address of a live stream, without the host; valid for 5 minutes, until it is opened.
 * @param viewer who may open it; null: whoever has it
 */
export function signStreamAddress(
  secretKey: Buffer,
  name: string,
  file: "stream.flv" | "index.m3u8",
  now: Date,
  viewer: MediaViewer | null = null,
): SignedAddress {
  const expires = now.getTime() + openWithinMs;
  const resource = toStreamResource(name, viewer);
  const query =
    toViewerQuery(viewer) + signMedia(secretKey, "open" satisfies MediaPurpose, resource, expires);
  const prefix = viewer?.kind === "screen" ? wallPaths.cookie : "";
  return { url: `${prefix}${mediaPath}/live/${name}/${file}?${query}`, expires };
}

/** Address at which the stream of a drone is passed on to one screen; valid for 5 minutes, until it is opened. */
export function signRelayAddress(
  secretKey: Buffer,
  { taskId, droneSn, quality }: EdgeStream,
  now: Date,
  screenId: string,
): SignedAddress {
  const expires = now.getTime() + openWithinMs;
  const name = toStreamName(taskId, quality);
  const query = signMedia(
    secretKey,
    "open" satisfies MediaPurpose,
    toRelayResource(name, droneSn, screenId),
    expires,
  );
  const sn = encodeURIComponent(droneSn);
  return { url: `${wallPaths.cookie}${mediaPath}/device/${name}/${sn}/stream.flv?${query}`, expires };
}

/** Longest recording: a day. */
const maxRecordingS = 86_400;

/** A stored place such as `demo:solar`, as the scene of a clip; null for an address that a recorder gave. */
export function parseDemoLocation(location: string): Scene | null {
  const [, name = ""] = /^demo:(\w+)$/.exec(location) ?? [];
  return sceneNames.find((scene) => scene === name) ?? null;
}

const toRecordingName = (scene: Scene, durationS: number) => `${scene}-${Math.ceil(durationS)}.mp4`;

/** Finds a recording by the name in its address; null where there can be none. */
export function findRecording(name: string): Recording | null {
  const [, sceneName, seconds] = /^(\w+)-(\d{1,5})\.mp4$/.exec(name) ?? [];
  const scene = sceneNames.find((each) => each === sceneName);
  const durationS = Number(seconds);
  if (!scene || durationS < 1 || durationS > maxRecordingS) return null;
  return createRecording(loadClip(scene), durationS);
}

/** Address of a recording of the embedded edge, without the host; valid for an hour, as a player asks for its parts. */
export function signRecordingAddress(
  secretKey: Buffer,
  { scene, durationS }: { readonly scene: Scene; readonly durationS: number },
  now: Date,
  viewer: MediaViewer | null = null,
): SignedAddress {
  const name = toRecordingName(scene, durationS);
  const expires = now.getTime() + watchWithinMs;
  const query = signMedia(secretKey, "watch", toRecordingResource(name, viewer), expires);
  return { url: `${mediaPath}/recorded/${name}?${toViewerQuery(viewer)}${query}`, expires };
}
