/** What a form holds, by field. */
export type FormValues = Readonly<Record<string, unknown>>;

/** One field that differs after a version conflict. */
export interface FieldConflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether I changed it too: otherwise theirs stays whichever way I go on. */
  readonly touched: boolean;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether something was typed that is not in the base. */
export function isDirty(values: FormValues, base: FormValues): boolean {
  return [...new Set([...Object.keys(values), ...Object.keys(base)])].some(
    (field) => !isEqual(values[field], base[field]),
  );
}

/** The fields that the other person changed, each with what it was, what I typed and what it is now. */
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

/** Theirs, with the fields that I changed as I typed them. */
export function threeWayMerge(base: FormValues, mine: FormValues, theirs: FormValues): FormValues {
  const changed = Object.keys(mine).filter((field) => !isEqual(base[field], mine[field]));
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

/** What was typed, over an older draft where one is offered. */
export function applyDraft(base: FormValues, current: FormValues, draft: FormValues | null): FormValues {
  return draft ? threeWayMerge(base, current, { ...base, ...draft }) : current;
}
