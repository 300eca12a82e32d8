import { maskPhone } from "./maskPhone.ts";

type Fields = Readonly<Record<string, unknown>>;

const shown = (name: string, value: unknown) =>
  /phone/i.test(name) && typeof value === "string" ? maskPhone(value) : value;

/** The named fields of a record as the audit trail keeps them, phones masked. */
export const audited = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(name, value)]));

/** What an edit really changes: the fields whose value differs, before and after. */
export function changes(record: Fields, edit: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(edit).filter((name) => edit[name] !== undefined && edit[name] !== record[name]);
  const pick = (from: Fields) => audited(Object.fromEntries(changed.map((name) => [name, from[name]])));
  return { before: pick(record), after: pick(edit) };
}
