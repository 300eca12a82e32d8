/** Values of a form by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A field changed by the other user in a version conflict. */
export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether this user changed it too; otherwise their value is used in any case. */
  readonly touched: boolean;
}

/** Whether a field holds nothing, spaces apart. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || String(value).trim() === "";

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether any value differs from the base. */
export function isDirty(values: FormValues, base: FormValues): boolean {
  return [...new Set([...Object.keys(values), ...Object.keys(base)])].some(
    (field) => !isEqual(values[field], base[field]),
  );
}

/** Returns the part of `patch` that is for fields without changes. */
export function pickUnchanged(values: FormValues, base: FormValues, patch: FormValues): FormValues {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => isEqual(values[field], base[field])));
}

/** Returns the fields that the other user changed, with the base value, mine and theirs. */
export function findConflicts(base: FormValues, mine: FormValues, theirs: FormValues): FieldConflict[] {
  return Object.keys(theirs)
    .filter((field) => !isEqual(base[field], theirs[field]))
    .map((field) => ({
      field,
      base: base[field],
      mine: mine[field],
      theirs: theirs[field],
      touched: !isEqual(base[field], mine[field]),
    }));
}

/** Returns their values, overwritten by the fields that I changed. */
export function threeWayMerge(base: FormValues, mine: FormValues, theirs: FormValues): FormValues {
  const changed = Object.keys(mine).filter((field) => !isEqual(base[field], mine[field]));
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

/** Returns the current values, merged over an older draft if there is one. */
export function applyDraft(base: FormValues, current: FormValues, draft: FormValues | null): FormValues {
  return draft ? threeWayMerge(base, current, { ...base, ...draft }) : current;
}
