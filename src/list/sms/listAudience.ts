import * as z from "zod/mini";
import type { ListScope } from "../listDefinition.ts";

/** The records of a list as recipients: the selected ones, and all that its conditions find. */
const listAudienceSchema = z.object({
  kind: z.enum(["company", "user"]),
  ids: z.array(z.string()),
  conditions: z.catchall(z.object({}), z.unknown()),
  total: z.nullable(z.number()),
});
export type ListAudience = z.infer<typeof listAudienceSchema>;

/** Parses the form's value; null in a form without a list. */
export const parseListAudience = (value: unknown): ListAudience | null =>
  listAudienceSchema.safeParse(value).data ?? null;

/**
 * The form's first values for a list. The selection or the filtered result is chosen already; the whole list never is:
 * whoever means everybody has to say so.
 */
export function toListAudienceValues(kind: ListAudience["kind"], { selected, conditions, total }: ListScope) {
  const list: ListAudience = {
    kind,
    ids: selected.map(({ id }) => id),
    conditions: { ...conditions },
    total,
  };
  const isFiltered = Object.keys(conditions).length > 0;
  return { list, scope: selected.length > 0 ? "selected" : isFiltered ? "result" : "" };
}
