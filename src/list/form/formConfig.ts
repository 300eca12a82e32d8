import type { ComponentType, ReactNode } from "react";
import type { Dictionary } from "../../../adapters/contract/defineEnum.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { SaveRequest, SaveResult } from "../../../machines/editPort.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import type { ChoiceSource } from "../pickers/choiceSource.ts";

export type { FormValues, SaveRequest, SaveResult };

interface BaseField<N extends string> {
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
  readonly prefilled?: true;
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
export type FormField<N extends string = string> = BaseField<N> &
  (
    | {
        readonly kind: "text";
        /** The record carries it masked: an edit keeps it while the field is empty, and empties it by `null`. */
        readonly masked?: boolean;
        /** Another record that has this value already, in words; asked when the field is left. */
        readonly findDuplicate?: (
          client: Client,
          value: string,
          id: string | null,
          signal: AbortSignal,
        ) => Promise<string | null>;
      }
    | { readonly kind: "longText" | "number" }
    /** Goes as MD5 and is never kept in a draft. */
    | { readonly kind: "password" }
    | { readonly kind: "select" | "several"; readonly dictionary: Pick<Dictionary, "options" | "label"> }
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
        readonly formatValue?: (value: unknown) => string;
      }
  );

export interface FormSection<N extends string = string> {
  readonly title?: string;
  readonly fields: readonly FormField<N>[];
}

/** A result that is shown once and never again: a password, a secret. */
export interface OneTimeResult {
  readonly title: string;
  /** Each can be copied but for one that says that it is not `copyable`. */
  readonly lines: readonly { readonly label: string; readonly value: string; readonly copyable?: boolean }[];
  readonly note: string;
  /** What can be had again need not be kept: the button that leaves says so. */
  readonly repeatable?: true;
}

/** A form as a value: what it asks, how it is checked, what a save sends. */
export interface FormConfig<R> {
  /** Names its actor and its draft. */
  readonly name: string;
  readonly title: (row: R | null) => string;
  readonly sections: readonly FormSection[];
  /** Short forms stand in a dialog, long ones in a drawer. */
  readonly container: "dialog" | "drawer";
  readonly submitLabel: string;
  readonly destructive?: boolean;
  /** What the act will do, and to what. */
  readonly consequence?: (row: R) => ReactNode;
  readonly getValues: (row: R | null) => FormValues;
  /** What is wrong with a field's value, in words; null where nothing is. */
  readonly validate: (field: FormField, value: unknown, row: R | null) => string | null;
  readonly isRequired: (field: FormField, row: R | null) => boolean;
  /** Whether a masked value can be taken away; without it none can. */
  readonly isClearable?: (field: FormField, row: R | null) => boolean;
  readonly save: (client: Client, order: SaveRequest<R>, signal: AbortSignal) => Promise<SaveResult>;
  /** The record that a version conflict's data holds. */
  readonly parseCurrent: (data: unknown) => R | null;
  /** Whether what is typed is kept as a draft. */
  readonly savesDrafts: boolean;
  /** What comes of the values as they stand, above the buttons: a total, a period. */
  readonly summary?: ComponentType<{ readonly values: FormValues }>;
}

/** What the engine needs to know of a record form beyond the form: who may create, who may edit. */
export interface RecordEndpoints {
  readonly calls: { readonly create: Endpoint; readonly update?: Endpoint };
}

type Sections = Pick<FormConfig<unknown>, "sections">;

/** The fields that a form asks for a new record, or for this one; with values, only those they call for. */
export const getFields = (config: Sections, row: unknown, values?: FormValues): readonly FormField[] =>
  getSections(config, row, values).flatMap(({ fields }) => fields);

export function getSections(
  { sections }: Sections,
  row: unknown,
  values?: FormValues,
): readonly FormSection[] {
  const hiddenMode = row === null ? "update" : "create";
  const isVisible = ({ only, when }: FormField) =>
    only !== hiddenMode && (values === undefined || !when || when.is.includes(values[when.field]));
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(isVisible) }))
    .filter(({ fields }) => fields.length > 0);
}
