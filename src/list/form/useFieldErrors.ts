import { useState } from "react";
import type { Fault } from "../../../machines/fault.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import type { AnyRow } from "../definition.ts";
import { type FormField, type FormPlan, fieldsFor } from "./formPlan.ts";

interface Said {
  readonly value: unknown;
  readonly message: string;
}

export interface FieldErrors {
  readonly of: (field: FormField) => string | null;
  /** The field was left: from now on it is checked as one types. */
  readonly leave: (name: string) => void;
  /** Another record has this value. */
  readonly taken: (name: string, value: unknown, message: string) => void;
  /** Shows every error; answers with the first faulty field. */
  readonly showAll: () => FormField | null;
}

/** What is wrong with each field: by the schema after its first blur, by the server until it is typed in again. */
export function useFieldErrors(
  plan: FormPlan<AnyRow>,
  row: AnyRow | null,
  values: FormValues,
  fault: Fault | null,
): FieldErrors {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const [found, setFound] = useState<Readonly<Record<string, Said>>>({});
  const [told, setTold] = useState({ fault, values });
  if (told.fault !== fault) setTold({ fault, values });
  const fields = fieldsFor(plan, row, values);
  const wrong = (field: FormField): string | null => {
    const said = found[field.name];
    return (
      plan.check(field, values[field.name], row) ??
      (said?.value === values[field.name] ? (said?.message ?? null) : null)
    );
  };
  return {
    of: (field) => {
      const issue = fault?.issues.find(({ path }) => path === field.name)?.message ?? null;
      // The fault stays until the next save, its word about a value until that is another.
      const isSame = told.fault === fault && told.values[field.name] === values[field.name];
      return (isSame ? issue : null) ?? (all || left.has(field.name) ? wrong(field) : null);
    },
    leave: (name) => setLeft((before) => (before.has(name) ? before : new Set(before).add(name))),
    taken: (name, value, message) => setFound((before) => ({ ...before, [name]: { value, message } })),
    showAll: () => {
      setAll(true);
      return fields.find((field) => wrong(field) !== null) ?? null;
    },
  };
}
