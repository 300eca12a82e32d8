import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { FieldIssue } from "../../adapters/contract/envelope.ts";
import { ValidationError } from "./validationError.ts";

const maxDepth = 32;

/** Finds what PostgreSQL cannot store as text or JSON, by path: NUL, lone surrogates, too deep nesting. */
function findUnstorableText(value: unknown, path = "", depth = 0): FieldIssue[] {
  if (typeof value === "string") return isUnstorable(value) ? [{ path, message: "包含无法保存的字符" }] : [];
  if (typeof value !== "object" || value === null) return [];
  if (depth === maxDepth) return [{ path, message: "嵌套层数过多" }];
  return Object.entries(value).flatMap(([name, child]) => {
    const childPath = path ? `${path}.${name}` : name;
    if (isUnstorable(name)) return [{ path, message: "包含无法保存的字符" }];
    return findUnstorableText(child, childPath, depth + 1);
  });
}

const isUnstorable = (text: string) => text.includes("\u0000") || !text.isWellFormed();

export interface ParsedInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Parses a call's params, query and body. Throws one `ValidationError` with all issues. */
export function parseInput(endpoint: Endpoint, request: FastifyRequest): ParsedInput {
  const sources = [
    ["params", endpoint.params, request.params],
    ["query", endpoint.query, request.query],
    ["body", endpoint.kind === "multipart" ? undefined : endpoint.body, request.body],
  ] as const;
  const issues = sources.flatMap(([, schema, value]) => (schema ? findUnstorableText(value) : []));
  const input: Record<string, unknown> = {};
  for (const [name, schema, value] of sources) {
    if (!schema || issues.length > 0) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) input[name] = parsed.data;
    else issues.push(...parsed.error.issues.flatMap(toFieldIssues));
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return input;
}

/** An issue as the console shows it: one per unknown field. */
export function toFieldIssues(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: "不支持的字段" }));
}
