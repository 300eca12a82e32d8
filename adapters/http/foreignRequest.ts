import * as z from "zod/mini";
import type { Endpoint } from "../contract/endpoint.ts";
import { toForeignMember } from "./foreignWritings.ts";

// One module for the client to load, and what it asks of another platform's answers.
export { readForeignReply, withForeignMessage } from "./foreignEnvelope.ts";
export { readLeniently } from "./readLeniently.ts";

// What a platform of others is sent: the specification's calls as it has them, in the platform's own words; and what it
// does not do of what it was asked.

/** What only this platform knows. */
const commonOwnFields: readonly string[] = ["requestId", "version", "brief"];

interface LooseArgs {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A call's arguments without what the specification does not have, with each enumeration as the platform writes it. */
export function toForeignArgs({ params, query, body, ownFields = [] }: Endpoint, args: object): object {
  const isOwn = (name: string) => commonOwnFields.includes(name) || ownFields.includes(name);
  const strip = (part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).filter(([name]) => !isOwn(name))) : part;
  const given = args as LooseArgs;
  return {
    ...args,
    params: write(params, given.params),
    query: write(query, strip(given.query)),
    body: write(body, strip(given.body)),
  };
}

const isFields = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null && !Array.isArray(part);

function write(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema || value === undefined) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return write(def.innerType, value);
    case "enum":
      return typeof value === "string" ? toForeignMember(schema, value) : value;
    case "array":
      return Array.isArray(value) ? value.map((one) => write(def.element, one)) : value;
    case "union":
      return write(
        def.options.find((option) => z.safeParse(option, value).success),
        value,
      );
    case "object":
      return isFields(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(def.shape[name], one)]))
        : value;
    default:
      return value;
  }
}

/**
 * The rows that were requested by `ids`. Another platform need not know that filter, and may answer all rows.
 * @param data of the answer: the rows, or a page of them; anything else is returned as it is
 */
export function keepRequestedRows(data: unknown, { body }: { readonly body?: unknown }): unknown {
  const { ids } = (body ?? {}) as { readonly ids?: unknown };
  if (!Array.isArray(ids) || typeof data !== "object" || data === null) return data;
  const keep = (rows: readonly unknown[]) =>
    rows.filter((row) => ids.includes((row as { readonly id?: unknown } | null)?.id));
  if (Array.isArray(data)) return keep(data);
  const { list } = data as { readonly list?: unknown };
  return Array.isArray(list) ? { ...data, list: keep(list) } : data;
}
