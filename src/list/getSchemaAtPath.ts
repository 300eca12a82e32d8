import * as z from "zod/mini";

/** The schema of one field in a call's body; a dot addresses a nested part. */
export function getSchemaAtPath(body: z.core.$ZodType, path: string): z.ZodMiniType | null {
  let schema: z.core.$ZodType | undefined = body;
  for (const key of path.split(".")) {
    if (!(schema instanceof z.ZodMiniObject)) return null;
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    schema = shape[key];
  }
  return schema instanceof z.ZodMiniType ? schema : null;
}
