import type { ReactNode } from "react";
import type { Dictionary } from "../../../adapters/contract/enumeration.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Saved, SaveOrder } from "../../../machines/edit.machine.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import type { ChoiceSource } from "../pickers/choiceSource.ts";

export type { FormValues, Saved, SaveOrder };

interface FieldFrame<N extends string> {
  /** The value's name on the wire; a dot leads into a part, as in `account.name`. */
  readonly name: N;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Shown only while creating, or only while editing. */
  readonly only?: "create" | "update";
  /** Takes the whole width. */
  readonly wide?: boolean;
  readonly initial?: string | readonly string[];
}

/** One field of a form. */
export type FormField<N extends string = string> = FieldFrame<N> &
  (
    | {
        readonly kind: "text";
        /** The record carries it masked: editing leaves it empty to keep it. */
        readonly masked?: boolean;
        /** Another record that has this value already, in words; asked when the field is left. */
        readonly taken?: (
          client: Client,
          value: string,
          id: string | null,
          signal: AbortSignal,
        ) => Promise<string | null>;
      }
    | { readonly kind: "longText" | "number" }
    /** Goes as MD5 and is never kept in a draft. */
    | { readonly kind: "password" }
    | { readonly kind: "select" | "several"; readonly of: Pick<Dictionary, "options" | "label"> }
    /** Chosen from a dictionary that the server keeps. */
    | { readonly kind: "dictionary"; readonly key: string }
    | { readonly kind: "region" }
    | { readonly kind: "choice"; readonly source: ChoiceSource }
  );

export interface FormSection<N extends string = string> {
  readonly title?: string;
  readonly fields: readonly FormField<N>[];
}

/** A result that is shown once and never again: a password, a secret. */
export interface ShownOnce {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly note: string;
}

/** A form as a value: what it asks, how it is checked, what a save sends. */
export interface FormPlan<R> {
  /** Names its actor and its draft. */
  readonly name: string;
  readonly title: (row: R | null) => string;
  readonly sections: readonly FormSection[];
  /** Short forms stand in a dialog, long ones in a drawer. */
  readonly frame: "dialog" | "drawer";
  readonly submitLabel: string;
  readonly destructive?: boolean;
  /** What the act will do, and to what. */
  readonly consequence?: (row: R) => ReactNode;
  readonly valuesOf: (row: R | null) => FormValues;
  /** What is wrong with a field's value, in words; null where nothing is. */
  readonly check: (field: FormField, value: unknown, row: R | null) => string | null;
  readonly required: (field: FormField, row: R | null) => boolean;
  readonly save: (client: Client, order: SaveOrder<R>, signal: AbortSignal) => Promise<Saved>;
  /** The record that a version conflict's data holds. */
  readonly present: (data: unknown) => R | null;
  /** Whether what is typed is kept as a draft. */
  readonly drafts: boolean;
}

type Sections = Pick<FormPlan<unknown>, "sections">;

/** The fields that a form shows for a new record, or for this one. */
export const fieldsFor = (plan: Sections, row: unknown): readonly FormField[] =>
  sectionsFor(plan, row).flatMap(({ fields }) => fields);

export function sectionsFor({ sections }: Sections, row: unknown): readonly FormSection[] {
  const hidden = row === null ? "update" : "create";
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(({ only }) => only !== hidden) }))
    .filter(({ fields }) => fields.length > 0);
}
