import type { ServerFrame } from "../contract/socket.ts";
import { parseForeignInstant } from "./parseForeignInstant.ts";
import { quoteLongIntegers } from "./quoteLongIntegers.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a text of the socket in each shape that the specification allows: a message or a list of them, each as an object
 * or as JSON in a text. Only `type` is needed. Without `data` the message itself is the data; a missing or odd time is
 * `now`, ms.
 * @returns without what is no object with a whole number as its type
 */
export function parseServerFrames(text: string, now: number): readonly ServerFrame[] {
  const value = parseJson(text);
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => toFrame(one, now) ?? []);
}

/** The text of a binary message that holds JSON; null for a frame of positions, whatever its format. */
export function readJsonBytes(bytes: ArrayBuffer): string | null {
  const text = /^\s*[[{]/.test(new TextDecoder().decode(bytes.slice(0, 16)))
    ? new TextDecoder().decode(bytes)
    : "";
  return parseJson(text) === null ? null : text;
}

function toFrame(value: unknown, now: number): ServerFrame | null {
  const given = toObject(value);
  // Names that begin with a capital, as .NET and Go write them, in the message and in its data.
  const isCapital = given !== null && !("type" in given) && "Type" in given;
  const toNames = (fields: Fields | null) => (isCapital ? withSmallNames(fields) : fields);
  const frame = toNames(given);
  const written = frame?.["type"];
  const type = typeof written === "string" && /^\d+$/.test(written) ? Number(written) : written;
  if (!frame || typeof type !== "number" || !Number.isInteger(type)) return null;
  const at = frame["at"];
  const instant = typeof at === "string" || typeof at === "number" ? parseForeignInstant(String(at)) : null;
  const data = Object.hasOwn(frame, "data") ? frame["data"] : frame;
  const fields = toObject(data);
  // The task is one of the message's own fields; what stands in `data` is about it.
  const about = readTask(frame);
  const withTask = (part: unknown) => {
    const fields = toNames(toObject(part));
    const taskId = fields ? (readTask(fields) ?? about) : undefined;
    return fields && taskId !== undefined ? { ...fields, taskId } : (fields ?? part);
  };
  return {
    type,
    at: instant ?? new Date(now).toISOString(),
    data: Array.isArray(data) ? data.map(withTask) : withTask(fields ?? data),
  };
}

const withSmallNames = (fields: Fields | null): Fields | null =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, one]),
  );

/** The task of a message, also written with underscores; undefined for none. */
function readTask(fields: Fields): unknown {
  const taskId = fields["taskId"] ?? fields["task_id"] ?? undefined;
  return taskId === "" ? undefined : taskId;
}

/** Whether a text is the word by which servers keep a line alive, and no message. */
export const isKeepAlive = (text: string): boolean => /^\W*(?:ping|pong|heartbeat|ok)\W*$/i.test(text);

/** An object, or the one that a text holds as JSON. */
function toObject(value: unknown): Fields | null {
  const given = typeof value === "string" ? parseJson(value) : value;
  return typeof given === "object" && given !== null && !Array.isArray(given) ? { ...given } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(quoteLongIntegers(text));
  } catch {
    return null;
  }
}
