import type { ComponentType, ReactNode } from "react";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { Dictionary } from "../../../adapters/contract/enumeration.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Saved, SaveOrder } from "../../../machines/editPort.ts";
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
  readonly initial?: unknown;
  /** Said by what the form is opened with and never typed: no part of a draft. */
  readonly given?: true;
  /** Asked only while that other field has one of these values; what is not asked is not sent. */
  readonly when?: { readonly field: string; readonly is: readonly unknown[] };
}

/** What a page's own control of a field gets. */
export interface CustomFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly values: FormValues;
  readonly error: string | null;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
  /** Fills in other fields too, by their names. */
  readonly onFill: (values: FormValues) => void;
  readonly onBlur: () => void;
}

/** One field of a form. */
export type FormField<N extends string = string> = FieldFrame<N> &
  (
    | {
        readonly kind: "text";
        /** The record carries it masked: an edit keeps it while the field is empty, and empties it by `null`. */
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
    /** Typed in yuan, integer fen on the wire. */
    | { readonly kind: "money" }
    /** A calendar day in Asia/Shanghai: on the wire the day itself, or the first or last instant of it. */
    | { readonly kind: "day"; readonly wire?: "day" | "first" | "last" }
    /** A day and time in Asia/Shanghai, an instant on the wire. */
    | { readonly kind: "moment" }
    /** A box to tick: true or false. */
    | { readonly kind: "check" }
    /** One file: uploaded when chosen, the address that the upload answers with is the value. */
    | {
        readonly kind: "file";
        readonly upload: Endpoint;
        /** Media types that are taken, and endings as `.ofd` of what browsers know no type for. */
        readonly accept: readonly string[];
        readonly maxBytes: number;
        /** What is taken, in words: `PNG、JPEG 或 PDF，不超过 5 MB`. */
        readonly hint: string;
      }
    /** A control of the page's own, as the lines of an order; its value goes as it is. */
    | {
        readonly kind: "custom";
        readonly control: ComponentType<CustomFieldProps>;
        /** The value in words, for the comparison after a version conflict. */
        readonly words?: (value: unknown) => string;
      }
  );

export interface FormSection<N extends string = string> {
  readonly title?: string;
  readonly fields: readonly FormField<N>[];
}

/** A result that is shown once and never again: a password, a secret. */
export interface ShownOnce {
  readonly title: string;
  /** Each can be copied but for one that says that it is not `copied`. */
  readonly lines: readonly { readonly label: string; readonly value: string; readonly copied?: boolean }[];
  readonly note: string;
  /** What can be had again need not be kept: the button that leaves says so. */
  readonly again?: true;
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
  /** Whether a masked value can be taken away; without it none can. */
  readonly clearable?: (field: FormField, row: R | null) => boolean;
  readonly save: (client: Client, order: SaveOrder<R>, signal: AbortSignal) => Promise<Saved>;
  /** The record that a version conflict's data holds. */
  readonly present: (data: unknown) => R | null;
  /** Whether what is typed is kept as a draft. */
  readonly drafts: boolean;
  /** What comes of the values as they stand, above the buttons: a total, a period. */
  readonly summary?: ComponentType<{ readonly values: FormValues }>;
}

/** What the engine needs to know of a record form beyond the form: who may create, who may edit. */
export interface RecordCalls {
  readonly calls: { readonly create: Endpoint; readonly update?: Endpoint };
}

type Sections = Pick<FormPlan<unknown>, "sections">;

/** The fields that a form asks for a new record, or for this one; with values, only those they call for. */
export const fieldsFor = (plan: Sections, row: unknown, values?: FormValues): readonly FormField[] =>
  sectionsFor(plan, row, values).flatMap(({ fields }) => fields);

export function sectionsFor(
  { sections }: Sections,
  row: unknown,
  values?: FormValues,
): readonly FormSection[] {
  const hidden = row === null ? "update" : "create";
  const asked = ({ only, when }: FormField) =>
    only !== hidden && (values === undefined || !when || when.is.includes(values[when.field]));
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(asked) }))
    .filter(({ fields }) => fields.length > 0);
}
