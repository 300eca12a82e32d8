import type { Endpoint } from "../contract/endpoint.ts";

interface LooseArgs {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * A call's arguments with every text as its field's schema writes it, so that a platform gets a phone as 11 digits
 * however it was typed. Nothing else changes: no defaults, no converted numbers. What the schema refuses is sent as it
 * is, for the platform to say why.
 */
export function normalizeArgs({ params, query, body }: Endpoint, args: object): object {
  const schemas = { params, query, body };
  const given = args as LooseArgs;
  const normalized: Record<string, unknown> = { ...args };
  for (const part of ["params", "query", "body"] as const) {
    if (given[part] === undefined) continue;
    const parsed = schemas[part]?.safeParse(given[part]);
    if (parsed?.success) normalized[part] = takeTexts(given[part], parsed.data);
  }
  return normalized;
}

/** The given value with the texts of the parsed one. */
function takeTexts(given: unknown, parsed: unknown): unknown {
  if (typeof given === "string") return typeof parsed === "string" ? parsed : given;
  if (typeof given !== "object" || given === null || typeof parsed !== "object" || parsed === null)
    return given;
  if (Array.isArray(given)) return given.map((item, index) => takeTexts(item, Reflect.get(parsed, index)));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Object.hasOwn(parsed, name) ? takeTexts(value, Reflect.get(parsed, name)) : value,
    ]),
  );
}
