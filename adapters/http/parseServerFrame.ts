import type { ServerFrame } from "../contract/socket.ts";
import { parseForeignInstant } from "./parseForeignInstant.ts";

/**
 * Reads a text frame of the socket in each shape that the specification allows: only `type` is needed. Without `data`
 * the frame itself is the data; a missing or odd time is `now`, ms.
 * @returns null for what is no object with a whole number as its type
 */
export function parseServerFrame(text: string, now: number): ServerFrame | null {
  const frame = parseObject(text);
  const given = frame?.["type"];
  const type = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  if (!frame || typeof type !== "number" || !Number.isInteger(type)) return null;
  const at = frame["at"];
  const instant = typeof at === "string" || typeof at === "number" ? parseForeignInstant(String(at)) : null;
  return {
    type,
    at: instant ?? new Date(now).toISOString(),
    data: Object.hasOwn(frame, "data") ? frame["data"] : frame,
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
