import * as z from "zod/mini";
import { shiftRow } from "../../../../adapters/contract/duty.ts";
import { dutyScope, type dutyScopeChoice } from "../../../../adapters/contract/dutyScope.ts";

/** The value of the field 席位: the desks on duty, and which of them is taken over; null for a desk beside them. */
export const deskValue = z.object({ shifts: z.array(shiftRow), taken: z.nullable(z.string()) });

/** The shift that the field 席位 takes over; null for none. */
export const toTaken = (value: unknown): string | null => deskValue.parse(value).taken;

/** Why the field 值守范围 cannot be sent; null where it can. */
export function checkScope(value: unknown): string | null {
  const { by, items } = dutyScope.parse(value);
  if (by === "all" || items.length > 0) return null;
  return by === "company" ? "请选择要值守的企业" : "请选择要值守的地区";
}

/** The field 值守范围 as the calls take it. */
export function toScopeChoice(value: unknown): z.input<typeof dutyScopeChoice> {
  const { by, items } = dutyScope.parse(value);
  return { by, ids: by === "all" ? [] : items.map(({ id }) => id) };
}
