import { createHmac } from "node:crypto";
import type { Quality } from "../../adapters/contract/video.ts";
import type { MediaEdge } from "../settings/mediaSettings.ts";
import { openWithinMs } from "./mediaSignature.ts";

/** A picture that a drone pushes to the configured video server. */
export interface EdgeStream {
  readonly taskId: string;
  readonly droneSn: string;
  readonly quality: Quality;
}

/** What the video server computes too, to check an address: HMAC-SHA256 of serial number, space and expiry, in hex. */
const signEdgeStream = (key: string, droneSn: string, expires: number): string =>
  createHmac("sha256", key).update(`${droneSn} ${expires}`).digest("hex");

/** UTC seconds until which an address of the video server that is made now may be opened. */
export const getEdgeExpiry = (now: Date): number => Math.floor((now.getTime() + openWithinMs) / 1_000);

/**
 * Fills in an address template of a configured edge.
 * @param expires UTC seconds
 */
export function fillTemplate(
  template: string,
  { key }: Pick<MediaEdge, "key">,
  { taskId, droneSn, quality }: EdgeStream,
  expires: number,
): string {
  const values: Readonly<Record<string, string>> = {
    taskId,
    droneSn,
    quality: String(quality),
    expires: String(expires),
    sign: key === undefined ? "" : signEdgeStream(key, droneSn, expires),
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
