import { isDeepStrictEqual } from "node:util";
import { maskPhone } from "./maskPhone.ts";

type Fields = Readonly<Record<string, unknown>>;

const maskIfPhone = (name: string, value: unknown) =>
  /phone/i.test(name) && typeof value === "string" ? maskPhone(value) : value;

/** Fields as the audit trail stores them, with masked phones. */
export const toAuditFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskIfPhone(name, value)]));

/** The fields whose value differs, before and after an edit. */
export function diffFields(record: Fields, patch: Fields): { before: Fields; after: Fields } {
  const changedNames = Object.keys(patch).filter(
    (name) => patch[name] !== undefined && !isDeepStrictEqual(patch[name], record[name]),
  );
  const pick = (source: Fields) =>
    toAuditFields(Object.fromEntries(changedNames.map((name) => [name, source[name]])));
  return { before: pick(record), after: pick(patch) };
}
