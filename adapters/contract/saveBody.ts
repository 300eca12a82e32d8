import * as z from "zod/mini";
import { id, requestId, version } from "./fields.ts";
import * as word from "./words.ts";

interface Sent {
  readonly id?: unknown;
  readonly version?: unknown;
}

/**
 * Body of a call that creates a record, or with an id updates it. An update requires the version, and absent fields stay
 * unchanged. Creating requires all fields that are not optional.
 * @param others further fields, all optional
 */
export function saveBody<
  F extends z.core.$ZodLooseShape,
  O extends z.core.$ZodLooseShape = Record<never, never>,
>(fields: F, others?: O) {
  const required = Object.entries(fields).flatMap(([name, schema]) =>
    schema instanceof z.ZodMiniOptional ? [] : [name],
  );
  const requiredOnCreate = z.check<Sent>(({ value, issues }) => {
    if (value.id !== undefined) return;
    for (const name of required)
      if (Reflect.get(value, name) === undefined)
        issues.push({ code: "custom", path: [name], message: word.required, input: undefined });
  });
  return z
    .strictObject({
      id: z.optional(id),
      version: z.optional(version),
      requestId,
      ...(others as O),
      ...z.partial(z.object(fields)).shape,
    })
    .check(requiredOnCreate as never, versionRequiredOnUpdate as never);
}

/** Requires the version of the record that a save with an id updates. */
export const versionRequiredOnUpdate = z.check<Sent>(({ value, issues }) => {
  if (value.id !== undefined && value.version === undefined)
    issues.push({ code: "custom", path: ["version"], message: "缺少版本号", input: undefined });
});
