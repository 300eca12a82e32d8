import * as z from "zod/mini";
import type { SampleContext } from "./sampleContext.ts";

/** What a request has besides the fields of its record. */
export const requestFields: readonly string[] = ["id", "version", "requestId"];

let count = 0;

/**
 * Values that the fields accept, different each time where they are texts. Dates follow each other by a year, in the order
 * of their fields. Those of the request are left out, and optional ones that refer to other records; a required one throws.
 */
export async function exampleFields(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  context: SampleContext,
): Promise<Record<string, unknown>> {
  count += 1;
  let year = 2026;
  const fields: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    if (requestFields.includes(name)) continue;
    const date = `${year}-01-01T00:00:00.000Z`;
    const candidates = [
      ...(name === "companyId" ? [(await context.getCompany()).id] : []),
      ...getOptions(schema),
      `样例${count}`,
      `SAMPLE-${count}`,
      `SAMPLE${count}`,
      date,
      100,
      1,
      true,
      context.nextPhone(),
    ];
    const value = candidates.find((one) => z.safeParse(schema, one).success);
    if (value === date) year += 1;
    if (value !== undefined) fields.push([name, value]);
    else if (!z.safeParse(schema, undefined).success) throw new Error(`No example suits the field ${name}`);
  }
  return Object.fromEntries(fields);
}

function getOptions(schema: z.core.$ZodType): readonly unknown[] {
  if (schema instanceof z.ZodMiniOptional) return getOptions(schema.def.innerType);
  return schema instanceof z.ZodMiniEnum ? schema.options : [];
}
