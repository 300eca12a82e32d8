import type { FormValues } from "../../../machines/formValues.ts";

/** Whether a form holds the files that it held before: why one was refused says nothing about another. */
export const hasSameFiles = (before: FormValues, values: FormValues): boolean =>
  Object.entries(before).every(([name, value]) => !(value instanceof File) || values[name] === value);
