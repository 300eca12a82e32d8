import * as z from "zod/mini";
import type { Endpoint } from "../contract/endpoint.ts";

interface LooseArgs {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * A call's arguments with every text as its field's schema writes it, so that a platform gets a phone as 11 digits
 * however it was typed. What a part has beyond its schema is left out. Nothing else changes: no defaults, no converted numbers. A field that the schema refuses is sent
 * as it is, for the platform to say why.
 */
export function normalizeArgs({ params, query, body }: Endpoint, args: object): object {
  const schemas = { params, query, body };
  const given = args as LooseArgs;
  const normalized: Record<string, unknown> = { ...args };
  for (const part of ["params", "query", "body"] as const) {
    const schema = schemas[part];
    if (given[part] !== undefined && schema) normalized[part] = normalize(schema, given[part]);
  }
  return normalized;
}

function normalize(schema: z.core.$ZodType, given: unknown): unknown {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return takeTexts(given, parsed.data);
  if (schema instanceof z.ZodMiniOptional) return normalize(schema._zod.def.innerType, given);
  // Another platform's ids are no ids of ours: the parts of a list are still the schema's.
  if (schema instanceof z.ZodMiniArray && Array.isArray(given)) {
    const element: z.core.$ZodType = schema._zod.def.element;
    return given.map((part: unknown) => keepKnown(element, normalize(element, part)));
  }
  if (!(schema instanceof z.ZodMiniObject) || typeof given !== "object" || given === null) return given;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = shape[name];
      return [name, field ? normalize(field, value) : value];
    }),
  );
}

/** A part of a list without the fields that its schema does not have. */
function keepKnown(schema: z.core.$ZodType, part: unknown): unknown {
  if (!(schema instanceof z.ZodMiniObject) || typeof part !== "object" || part === null) return part;
  const names = Object.keys(schema.shape);
  return Object.fromEntries(Object.entries(part).filter(([name]) => names.includes(name)));
}

/** The given value with the texts of the parsed one, without what the schema leaves out of it. */
function takeTexts(given: unknown, parsed: unknown): unknown {
  if (typeof given === "string") return typeof parsed === "string" ? parsed : given;
  if (typeof given !== "object" || given === null || typeof parsed !== "object" || parsed === null)
    return given;
  if (Array.isArray(given)) return given.map((item, index) => takeTexts(item, Reflect.get(parsed, index)));
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      Object.hasOwn(parsed, name) ? [[name, takeTexts(value, Reflect.get(parsed, name))]] : [],
    ),
  );
}
