import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { FieldIssue } from "../../adapters/contract/envelope.ts";
import { type LeftOut, leaveOut } from "./leaveOut.ts";
import { ValidationError } from "./validationError.ts";

const maxDepth = 32;

/**
 * Finds what PostgreSQL cannot store as text or JSON, by path: NUL, lone surrogates, too deep nesting. One after the
 * other, as an error names only the first.
 */
function* findUnstorableText(value: unknown, path = "", depth = 0): Generator<FieldIssue> {
  if (typeof value === "string") {
    if (isUnstorable(value)) yield { path, message: "包含无法保存的字符" };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth === maxDepth) {
    yield { path, message: "嵌套层数过多" };
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    if (isUnstorable(name)) yield { path, message: "包含无法保存的字符" };
    else yield* findUnstorableText(child, path ? `${path}.${name}` : name, depth + 1);
  }
}

const isUnstorable = (text: string) => text.includes("\u0000") || !text.isWellFormed();

export interface ParsedInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Of a call that leaves out what is wrong with single elements of a list. */
  readonly leftOut?: readonly LeftOut[];
}

/** Parses a call's params, query and body. Throws one `ValidationError` with the first issues. */
export function parseInput(endpoint: Endpoint, request: Pick<FastifyRequest, Source>): ParsedInput {
  const { leavesOut } = endpoint;
  if (leavesOut === undefined) return parseWhole(endpoint, request);
  try {
    return { ...parseWhole(endpoint, request), leftOut: [] };
  } catch (error) {
    const part = leaveOut(request.body, leavesOut, (body) => {
      try {
        parseWhole(endpoint, { ...pickSources(request), body });
        return null;
      } catch (issue) {
        if (!(issue instanceof ValidationError)) throw issue;
        return issue.issues[0] ?? null;
      }
    });
    if (!part) throw error;
    const { body, leftOut } = part;
    return { ...parseWhole(endpoint, { ...pickSources(request), body }), leftOut };
  }
}

type Source = "params" | "query" | "body";

const pickSources = ({ params, query, body }: Pick<FastifyRequest, Source>) => ({ params, query, body });

function parseWhole(endpoint: Endpoint, request: Pick<FastifyRequest, Source>): ParsedInput {
  const sources = [
    ["params", endpoint.params, request.params],
    ["query", endpoint.query, request.query],
    ["body", endpoint.kind === "multipart" ? undefined : endpoint.body, request.body],
  ] as const;
  for (const [, schema, value] of sources) if (schema) throwIfAny(findUnstorableText(value));
  const input: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const [name, schema, value] of sources) {
    const parsed = schema?.safeParse(value);
    if (parsed?.success) input[name] = parsed.data;
    // Not spread into `push`: there may be as many as the body has values.
    else if (parsed) for (const issue of parsed.error.issues) issues.push(issue);
  }
  throwIfAny(toAllFieldIssues(issues));
  return input;
}

function throwIfAny(issues: Iterable<FieldIssue>): void {
  const error = new ValidationError(issues);
  if (error.issues.length > 0) throw error;
}

function* toAllFieldIssues(issues: readonly z.core.$ZodIssue[]): Generator<FieldIssue> {
  for (const issue of issues) yield* toFieldIssues(issue);
}

/** An issue as the console shows it: one per unknown field. */
export function toFieldIssues(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: "不支持的字段" }));
}
