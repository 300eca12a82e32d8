import { useState } from "react";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import type { AnyRow } from "../listDefinition.ts";
import { type FormConfig, type FormField, getFields } from "./formConfig.ts";

interface DuplicateMessage {
  readonly value: unknown;
  readonly message: string;
}

export interface FieldErrors {
  readonly getError: (field: FormField) => string | null;
  /** The field was left: from now on it is checked as one types. */
  readonly markTouched: (name: string) => void;
  /** Another record has this value. */
  readonly setDuplicate: (name: string, value: unknown, message: string) => void;
  /** Shows every error; answers with the first faulty field. */
  readonly showAll: () => FormField | null;
}

/** What is wrong with each field: by the schema after its first blur, by the server until it is typed in again. */
export function useFieldErrors(
  config: FormConfig<AnyRow>,
  row: AnyRow | null,
  values: FormValues,
  error: ErrorInfo | null,
): FieldErrors {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isAllShown, setAllShown] = useState(false);
  const [duplicates, setDuplicates] = useState<Readonly<Record<string, DuplicateMessage>>>({});
  const [lastSeen, setLastSeen] = useState({ error, values });
  if (lastSeen.error !== error) setLastSeen({ error, values });
  const fields = getFields(config, row, values);
  const validate = (field: FormField): string | null => {
    const duplicate = duplicates[field.name];
    return (
      config.validate(field, values[field.name], row) ??
      (duplicate?.value === values[field.name] ? (duplicate?.message ?? null) : null)
    );
  };
  return {
    getError: (field) => {
      const serverMessage = error?.issues.find(({ path }) => path === field.name)?.message ?? null;
      // The fault stays until the next save, its word about a value until that is another.
      const isUnchanged = lastSeen.error === error && lastSeen.values[field.name] === values[field.name];
      return (
        (isUnchanged ? serverMessage : null) ??
        (isAllShown || touched.has(field.name) ? validate(field) : null)
      );
    },
    markTouched: (name) =>
      setTouched((previous) => (previous.has(name) ? previous : new Set(previous).add(name))),
    setDuplicate: (name, value, message) =>
      setDuplicates((previous) => ({ ...previous, [name]: { value, message } })),
    showAll: () => {
      setAllShown(true);
      return fields.find((field) => validate(field) !== null) ?? null;
    },
  };
}
