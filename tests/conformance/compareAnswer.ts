import type * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { proxyCodes, stateCodes } from "../../adapters/contract/envelope.ts";
import { takeData } from "../../adapters/http/readLeniently.ts";
import { describeIssue } from "./describeIssue.ts";
import { isObject, type Json, parseJson, showValue } from "./json.ts";
import type { Finding } from "./report.ts";

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Of a file its first characters. */
  readonly text: string;
}

export interface Comparison {
  readonly differences: readonly Finding[];
  readonly notes: readonly Finding[];
}

const fails = (field: string, expected: string, came: string): Comparison => ({
  differences: [{ field, expected, came }],
  notes: [],
});

/**
 * Compares an answer with what the contract says of its call: first the status, the envelope and the state, then each
 * field of the data.
 * @param read the data as the console reads them; null where it cannot
 */
export function compareAnswer(endpoint: Endpoint, answer: Answer, read: unknown): Comparison {
  const isFile = endpoint.kind === "blob" && !answer.contentType.includes("json");
  const status = answer.status === 200 ? undefined : `${answer.status} ${showText(answer.text)}`.trim();
  if (status !== undefined) return fails("HTTP status", "200", status);
  if (isFile) return answer.text === "" ? fails("body", "a file", "nothing") : { differences: [], notes: [] };
  const fault = findEnvelopeFault(endpoint, answer);
  // The console takes a code of success for the state, but where the specification names this one.
  const isRead = read !== null && !statePaths.includes(endpoint.path);
  if (fault && !isRead) return fault;
  const { differences, notes } = compareData(endpoint, answer.text, read);
  return { differences, notes: [...(fault?.differences ?? []), ...notes] };
}

/** The calls whose answer has a state and a message by the specification. */
const statePaths: readonly string[] = [
  "/checkPwdStatus",
  "/checkPwdStatus/ignore",
  "/user/sysAdmin/pwd/modify",
];

/** What is wrong with the envelope; undefined for one of a success. */
export function findEnvelopeFault(endpoint: Endpoint, { text }: Answer): Comparison | undefined {
  const envelope = parseJson(text);
  if (!isObject(envelope)) return fails("body", "a JSON object", showText(text));
  const [name, ok] =
    endpoint.host === "proxy" ? (["code", proxyCodes.ok] as const) : (["state", stateCodes.ok] as const);
  const given = envelope[name];
  if (String(given) === String(ok) && given !== true) return undefined;
  const code = envelope["code"];
  if (given === undefined && code !== undefined) return fails(name, String(ok), `code ${showValue(code)}`);
  const message =
    typeof envelope["message"] === "string" ? ` with the message ${showValue(envelope["message"])}` : "";
  return fails(name, String(ok), `${showValue(given)}${message}`);
}

/** Each field that does not fit and is not read nevertheless, once for all rows of a list. */
function compareData({ data: schema, audit }: Endpoint, text: string, read: unknown): Comparison {
  const nothing: Comparison = { differences: [], notes: [] };
  if (!schema) return nothing;
  const data = takeData(schema, text);
  // Of an act the state says enough.
  const isMissing = data === undefined || data === null;
  if (isMissing && (audit !== undefined || schema.safeParse(null).success)) return nothing;
  const parsed = schema.safeParse(data);
  if (parsed.success) return nothing;
  const found = { differences: new Map<string, Finding>(), notes: new Map<string, Finding>() };
  for (const issue of parsed.error.issues) {
    if (isReadInFull(issue, read)) continue;
    // Safe cast: it was parsed from JSON.
    const described = describeIssue(issue, data as Json);
    if (!described) continue;
    const { isUsable, ...finding } = described;
    const kind = isUsable ? found.notes : found.differences;
    if (!kind.has(finding.field)) kind.set(finding.field, finding);
  }
  return { differences: [...found.differences.values()], notes: [...found.notes.values()] };
}

/** Whether the console knows what stands there, by whatever name and in whatever notation it came. */
function isReadInFull(issue: z.core.$ZodIssue, read: unknown): boolean {
  const value = issue.path.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined),
    read,
  );
  if (value === undefined || value === null || value === "" || Number.isNaN(value)) return false;
  if (Array.isArray(value) && value.length === 0) return false;
  return issue.code !== "invalid_value" || issue.values.some((member) => member === value);
}

const showText = (text: string): string => (text === "" ? "nothing" : showValue(text));
