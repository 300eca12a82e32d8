import { isId } from "../../../adapters/contract/fields.ts";

/** Address of the printable hand-over of a shift. */
export const toShiftPath = (id: string): string => `/page/shift?id=${id}`;

/** The shift of a hand-over's address; null where it names none. */
export function parseShiftAddress(query: URLSearchParams): string | null {
  const id = query.get("id") ?? "";
  return isId(id) ? id : null;
}
