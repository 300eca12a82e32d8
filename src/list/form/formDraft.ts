import type { FormValues } from "../../../machines/formValues.ts";
import type { AnyRow } from "../listDefinition.ts";
import { type FormConfig, type FormField, getFields } from "./formConfig.ts";

/** Storage key of a draft: one for a new record, one for each edited record. */
export const getDraftKey = (form: string, row: AnyRow | null): string =>
  `draft.${form}.${row?.id ?? "create"}`;

/** What a draft is called where it is offered: the form, and the record where the form does not name it. */
export function toDraftTitle({ title }: Pick<FormConfig<AnyRow>, "title">, row: AnyRow | null): string {
  const name = row !== null && "name" in row && typeof row.name === "string" ? row.name : "";
  return title(row).includes(name) ? title(row) : `${title(row)} ${name}`;
}

/** The values that may be stored: no passwords, no prefilled values, no fields that the form does not have. */
export function getPersistableValues(
  config: Pick<FormConfig<AnyRow>, "sections">,
  values: FormValues,
): FormValues {
  const names = new Set(
    config.sections.flatMap(({ fields }) =>
      fields.filter(({ kind, prefilled }) => kind !== "password" && !prefilled).map(({ name }) => name),
    ),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** Parses a stored draft; null if nothing differs from the record. */
export function parseDraft(
  stored: unknown,
  config: FormConfig<AnyRow>,
  row: AnyRow | null,
): FormValues | null {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return null;
  const base = config.getValues(row);
  const changedEntries = Object.entries(getPersistableValues(config, stored as FormValues)).filter(
    ([name, value]) => {
      const formField = getFields(config, row).find((field) => field.name === name);
      if (!formField) return false;
      return isValidDraftValue(formField, value) && JSON.stringify(value) !== JSON.stringify(base[name]);
    },
  );
  return changedEntries.length > 0 ? Object.fromEntries(changedEntries) : null;
}

function isValidDraftValue(field: FormField, value: unknown): boolean {
  const { kind } = field;
  if (kind === "custom") return true;
  if (value === null) return kind === "text" && field.masked === true;
  if (kind === "several") return Array.isArray(value);
  return kind === "check"
    ? typeof value === "boolean"
    : typeof value === "string" || typeof value === "number";
}
