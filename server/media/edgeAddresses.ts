import { createHmac } from "node:crypto";
import type { Quality } from "../../adapters/contract/video.ts";
import type { MediaEdge } from "./mediaSettings.ts";

/** Whose stream an address is for. */
export interface EdgeStream {
  readonly taskId: string;
  readonly droneSn: string;
  readonly quality: Quality;
  /** UTC seconds until which it may be opened. */
  readonly expires: number;
}

/** What the video server computes too, to check an address: HMAC-SHA256 of serial number, space and expiry, in hex. */
export const signEdgeStream = (key: string, { droneSn, expires }: EdgeStream): string =>
  createHmac("sha256", key).update(`${droneSn} ${expires}`).digest("hex");

/** Fills in an address template of a configured edge. */
export function fillTemplate(template: string, { key }: Pick<MediaEdge, "key">, stream: EdgeStream): string {
  const values: Readonly<Record<string, string>> = {
    taskId: stream.taskId,
    droneSn: stream.droneSn,
    quality: String(stream.quality),
    expires: String(stream.expires),
    sign: key === undefined ? "" : signEdgeStream(key, stream),
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
