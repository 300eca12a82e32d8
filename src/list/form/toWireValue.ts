import { hashMd5 } from "../../../adapters/http/hashMd5.ts";
import { formatDay, formatTime } from "../../ui/format/formatTime.ts";
import { toInstantRange } from "../query/dateRange.ts";
import type { FormField } from "./formConfig.ts";

/** A field's value on the wire; undefined if empty. A password stays as it is until `hashPasswords`. */
export function toWireValue(field: FormField, value: unknown): unknown {
  if (field.kind === "several" || field.kind === "custom") return value === "" ? undefined : value;
  if (field.kind === "check") return value === true;
  const text = typeof value === "string" ? value.trim() : value;
  if (text === "" || text === null || text === undefined) return undefined;
  switch (field.kind) {
    case "number":
      return Number(text);
    case "money":
      return Math.round(Number(text) * 100);
    case "day":
      return toWireDay(String(text), field.wire ?? "day");
    case "moment":
      return toWireMoment(String(text));
    case "password":
      return String(value);
    default:
      return text;
  }
}

/**
 * Replaces the passwords among wire values by their MD5, whose code is loaded now: they are sent as MD5 only. Returns
 * null where there is none, and so nothing to wait for.
 */
export function hashPasswords(
  fields: readonly FormField[],
  wire: Record<string, unknown>,
): Promise<unknown> | null {
  const isTyped = ({ kind, name }: FormField) => kind === "password" && Boolean(wire[name]);
  const hashes = fields.filter(isTyped).map(async ({ name }) => {
    wire[name] = await hashMd5(String(wire[name]));
  });
  return hashes.length > 0 ? Promise.all(hashes) : null;
}

function toWireDay(day: string, wire: "day" | "first" | "last"): string {
  // An invalid day is passed through: the schema reports it.
  if (wire === "day" || Number.isNaN(Date.parse(day))) return day;
  const { from, to } = toInstantRange([day, day]);
  return wire === "first" ? from : to;
}

function toWireMoment(moment: string): string {
  const timestamp = Date.parse(`${moment.replace(" ", "T")}+08:00`);
  return Number.isNaN(timestamp) ? moment : new Date(timestamp).toISOString();
}

/** A wire value as the field displays it. */
export function fromWireValue(field: FormField, wire: unknown): unknown {
  // NaN is a number that another platform does not tell.
  if (wire === null || wire === undefined || Number.isNaN(wire)) return getEmptyValue(field);
  if (field.kind === "money") return Number(wire) / 100;
  if (field.kind === "day") return formatDay(String(wire));
  return field.kind === "moment" ? formatTime(String(wire)) : wire;
}

/** The value of an empty field. */
export function getEmptyValue(field: FormField): unknown {
  if (field.kind === "several") return [];
  return field.kind === "check" ? false : "";
}
