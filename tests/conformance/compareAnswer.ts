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
 */
export function compareAnswer(endpoint: Endpoint, answer: Answer): Comparison {
  const isFile = endpoint.kind === "blob" && !answer.contentType.includes("json");
  const status = answer.status === 200 ? undefined : `${answer.status} ${showText(answer.text)}`.trim();
  if (status !== undefined) return fails("HTTP status", "200", status);
  if (isFile) return answer.text === "" ? fails("body", "a file", "nothing") : { differences: [], notes: [] };
  return findEnvelopeFault(endpoint, answer) ?? compareData(endpoint, answer.text);
}

/** What is wrong with the envelope; undefined for one of a success. */
export function findEnvelopeFault(endpoint: Endpoint, { text }: Answer): Comparison | undefined {
  const envelope = parseJson(text);
  if (!isObject(envelope)) return fails("body", "a JSON object", showText(text));
  const [name, ok] =
    endpoint.host === "proxy" ? (["code", proxyCodes.ok] as const) : (["state", stateCodes.ok] as const);
  const given = envelope[name];
  if (String(given) === String(ok) && given !== true) return undefined;
  const message =
    typeof envelope["message"] === "string" ? ` with the message ${showValue(envelope["message"])}` : "";
  return fails(name, String(ok), `${showValue(given)}${message}`);
}

/** Each field that does not fit, once for all rows of a list. */
function compareData({ data: schema, audit }: Endpoint, text: string): Comparison {
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
    // Safe cast: it was parsed from JSON.
    const described = describeIssue(issue, data as Json);
    if (!described) continue;
    const { isUsable, ...finding } = described;
    const kind = isUsable ? found.notes : found.differences;
    if (!kind.has(finding.field)) kind.set(finding.field, finding);
  }
  return { differences: [...found.differences.values()], notes: [...found.notes.values()] };
}

const showText = (text: string): string => (text === "" ? "nothing" : showValue(text));
