import type { ComponentType, ReactNode } from "react";
import type { Dictionary } from "../../../adapters/contract/defineEnum.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { SaveRequest, SaveResult } from "../../../machines/editPort.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import type { ChoiceSource } from "../pickers/choiceSource.ts";

export type { FormValues, SaveRequest };

interface BaseField<N extends string> {
  /** The value's name on the wire; a dot addresses a nested part, as in `account.name`. */
  readonly name: N;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Shown only while creating, or only while editing. */
  readonly only?: "create" | "update";
  /** Only this platform takes it; users of another are not asked. */
  readonly isOwn?: true;
  /** Takes the whole width. */
  readonly wide?: boolean;
  readonly initial?: unknown;
  /** Set when the form opens and never typed: not part of a draft. */
  readonly prefilled?: true;
  /** The value that a new record gets from the user who creates it. */
  readonly getPreset?: (user: StoredUser) => unknown;
  /** Values of other fields that follow from this one, once it is left; fields that the user has changed stay. */
  readonly derive?: (client: Client, value: string, signal: AbortSignal) => Promise<FormValues>;
  /** Shown only while the other field has one of these values; hidden fields are not sent. */
  readonly when?: { readonly field: string; readonly is: readonly unknown[] };
}

/** Props of a page's custom control. */
export interface CustomFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly values: FormValues;
  readonly error: string | null;
  readonly required: boolean;
  readonly disabled: boolean;
  /** Whether the form opens with the focus on it. */
  readonly autoFocus: boolean;
  readonly onChange: (value: unknown) => void;
  /** Sets fields by name to what the user did not type; those that the user has changed stay. */
  readonly onPrefill: (values: FormValues) => void;
  /** Sets other fields by name. */
  readonly onFill: (values: FormValues) => void;
  readonly onBlur: () => void;
}

/** One field of a form. */
export type FormField<N extends string = string> = BaseField<N> &
  (
    | {
        readonly kind: "text";
        /** The record holds it masked: an edit with an empty field leaves it unchanged, `null` clears it. */
        readonly masked?: boolean;
        /** Message if another record has this value; checked on blur. */
        readonly findDuplicate?: (
          client: Client,
          value: string,
          id: string | null,
          signal: AbortSignal,
        ) => Promise<string | null>;
      }
    | { readonly kind: "longText" | "number" }
    /** Sent as MD5, never stored in a draft. */
    | { readonly kind: "password" }
    | { readonly kind: "select" | "several"; readonly dictionary: Pick<Dictionary, "options" | "label"> }
    /** Chosen from a dictionary stored on the server. */
    | { readonly kind: "dictionary"; readonly key: string }
    | { readonly kind: "region" }
    | { readonly kind: "choice"; readonly source: ChoiceSource }
    /** Typed in yuan, integer fen on the wire. */
    | { readonly kind: "money" }
    /** A calendar day in Asia/Shanghai: on the wire the day itself, or the first or last instant of it. */
    | { readonly kind: "day"; readonly wire?: "day" | "first" | "last" }
    /** A day and time in Asia/Shanghai, an instant on the wire. */
    | { readonly kind: "moment" }
    /** A checkbox: true or false. */
    | { readonly kind: "check" }
    /** One file, uploaded when chosen; the value is the URL that the upload returns. */
    | {
        readonly kind: "file";
        readonly upload: Endpoint;
        /** Accepted media types, and extensions such as `.ofd` of formats unknown to browsers. */
        readonly accept: readonly string[];
        readonly maxBytes: number;
        /** The accepted files as text: `PNG、JPEG 或 PDF，不超过 5 MB`. */
        readonly hint: string;
      }
    /** A page's custom control, such as the lines of an order; its value is sent unchanged. */
    | {
        readonly kind: "custom";
        readonly control: ComponentType<CustomFieldProps>;
        /** What the comparison after a version conflict shows of a value that is neither text nor a number. */
        readonly formatValue?: (value: unknown) => ReactNode;
      }
  );

export interface FormSection<N extends string = string> {
  readonly title?: string;
  /** A button beside the title of a new record's section fills its fields in from others. */
  readonly copy?: { readonly label: string; readonly from: { readonly [K in N]?: N } };
  readonly fields: readonly FormField<N>[];
}

/** A result to show after a save, usually only once: a password, a secret. */
export interface OneTimeResult {
  readonly title: string;
  /** Each has a copy button unless `copyable` is false; links may have a QR code. */
  readonly lines: readonly {
    readonly label: string;
    readonly value: string;
    readonly copyable?: boolean;
    readonly hasQr?: true;
  }[];
  readonly note: string;
  /** Saves the result as a file. */
  readonly download?: { readonly label: string; readonly run: () => void };
  /** Where the result can be seen, or what comes next. */
  readonly links?: readonly { readonly label: string; readonly to: string }[];
  /** Nothing in it needs care. */
  readonly isSuccess?: true;
  /** The result can be shown again, so the close button does not ask to save it. */
  readonly repeatable?: true;
}

/** How a save can be undone for 30 seconds. */
export interface UndoOffer {
  /** What else is to be said of what was done, such as what it overlaps. */
  readonly remark?: string;
  readonly run: (client: Client) => Promise<unknown>;
}

type FormSaveResult = SaveResult & { readonly undo?: UndoOffer | undefined };

/** What is asked before a submit that cannot be undone. */
export interface SubmitConfirmation {
  readonly title: string;
  readonly text: string;
  /** Of the button that submits. */
  readonly label: string;
}

/** A form as data: fields, validation, and the request of a save. */
export interface FormConfig<R> {
  /** Name of its actor and its draft. */
  readonly name: string;
  readonly title: (row: R | null) => string;
  /** What a save has done and to whom, for the user: 已冻结 商洛翼驰; by default 已 and the title. */
  readonly done?: (row: R | null, values: FormValues) => string;
  readonly sections: readonly FormSection[];
  /** Short forms use a dialog, long ones a drawer. */
  readonly container: "dialog" | "drawer";
  readonly submitLabel: string;
  /** The label that follows from the values, such as 发送给 23 人; by default `submitLabel`. */
  readonly toSubmitLabel?: (values: FormValues) => string;
  /** Asked once the values are valid, before they are sent. */
  readonly confirmation?: (values: FormValues) => SubmitConfirmation;
  readonly destructive?: boolean;
  /** Describes the effect of the action. */
  readonly consequence?: (row: R) => ReactNode;
  readonly getValues: (row: R | null) => FormValues;
  /** A field's error message; null if the value is valid. */
  readonly validate: (field: FormField, value: unknown, row: R | null) => string | null;
  /** An error that depends on other fields too; null if there is none. */
  readonly validateTogether?: (field: FormField, values: FormValues, row: R | null) => string | null;
  /** Without values, what is required whatever they are. */
  readonly isRequired: (field: FormField, row: R | null, values?: FormValues) => boolean;
  /** Whether a masked value can be cleared; by default it cannot. */
  readonly isClearable?: (field: FormField, row: R | null) => boolean;
  readonly save: (client: Client, request: SaveRequest<R>, signal: AbortSignal) => Promise<FormSaveResult>;
  /** Parses the record from a version conflict's data. */
  readonly parseCurrent: (data: unknown) => R | null;
  readonly savesDrafts: boolean;
  /** Asks before it discards what was typed, though it keeps no draft. */
  readonly asksBeforeDiscard?: boolean;
  /** The page itself shows what came of a save, which then needs no toast. */
  readonly showsResult?: true;
  /** Shown above the buttons, derived from the values: a total, a period. */
  readonly summary?: ComponentType<{ readonly values: FormValues }>;
}

/** The calls of a record form; they decide who may create and edit. */
export interface RecordEndpoints {
  readonly calls: { readonly create: Endpoint; readonly update?: Endpoint };
}

type Sections = Pick<FormConfig<unknown>, "sections">;

/** The fields of a new record (`row` null) or an edited one; with values, only those whose `when` matches. */
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
