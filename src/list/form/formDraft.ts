import type { FormValues } from "../../../machines/formValues.ts";
import type { AnyRow } from "../definition.ts";
import { type FormField, type FormPlan, fieldsFor } from "./formPlan.ts";

/** Where a draft is kept: one for a new record, one for each record that is edited. */
export const draftKey = (form: string, row: AnyRow | null): string => `draft.${form}.${row?.id ?? "create"}`;

/** What of the typed values may be kept: no password, nothing the form does not show or was given. */
export function keepable(plan: Pick<FormPlan<AnyRow>, "sections">, values: FormValues): FormValues {
  const names = new Set(
    plan.sections.flatMap(({ fields }) =>
      fields.filter(({ kind, given }) => kind !== "password" && !given).map(({ name }) => name),
    ),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** A kept draft, read with distrust; null where it holds nothing that differs from the record. */
export function draftOf(kept: unknown, plan: FormPlan<AnyRow>, row: AnyRow | null): FormValues | null {
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return null;
  const base = plan.valuesOf(row);
  const known = Object.entries(keepable(plan, kept as FormValues)).filter(([name, value]) => {
    const expected = fieldsFor(plan, row).find((field) => field.name === name);
    if (!expected) return false;
    return fits(expected, value) && JSON.stringify(value) !== JSON.stringify(base[name]);
  });
  return known.length > 0 ? Object.fromEntries(known) : null;
}

function fits(field: FormField, value: unknown): boolean {
  const { kind } = field;
  if (kind === "custom") return true;
  if (value === null) return kind === "text" && field.masked === true;
  if (kind === "several") return Array.isArray(value);
  return kind === "check"
    ? typeof value === "boolean"
    : typeof value === "string" || typeof value === "number";
}
