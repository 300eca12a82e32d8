import * as z from "zod/mini";

/** The schema of one field, found by its name in a call's body; a dot leads into a part. */
export function schemaAt(body: z.core.$ZodType, name: string): z.ZodMiniType | null {
  let schema: z.core.$ZodType | undefined = body;
  for (const step of name.split(".")) {
    if (!(schema instanceof z.ZodMiniObject)) return null;
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    schema = shape[step];
  }
  return schema instanceof z.ZodMiniType ? schema : null;
}
