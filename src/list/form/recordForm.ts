import * as z from "zod/mini";
import type { DataOf, Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { AnyRow } from "../definition.ts";
import { schemaAt } from "../schemaAt.ts";
import { checkField, nested } from "./fieldSchema.ts";
import {
  type FormField,
  type FormPlan,
  type FormSection,
  type FormValues,
  fieldsFor,
  type RecordCalls,
  type ShownOnce,
} from "./formPlan.ts";
import { emptyValue, shownValue, wireValue } from "./wireValue.ts";

/** What answers with a record; a record that is read with all others has no call of its own. */
type Answers = Pick<Endpoint, "data">;
type Writes = Endpoint & { readonly body: z.ZodMiniObject };
type Leaves<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
    ? K
    : NonNullable<T[K]> extends object
      ? `${K}.${keyof NonNullable<T[K]> & string}`
      : K;
}[keyof T & string];
type FieldNames<E extends Writes> = Exclude<Leaves<z.input<E["body"]>>, "id" | "version" | "requestId">;

/** The record that a call for one of them answers with. */
type RecordOf<O extends Answers> = DataOf<O> & AnyRow;

interface RecordForm<E extends Writes, O extends Answers> {
  readonly name: string;
  readonly noun: string;
  readonly create: E;
  /** Absent where records are only ever made. */
  readonly update?: Writes;
  /** The call that reads one record: a conflict answers with the same. */
  readonly one: O;
  readonly frame: "dialog" | "drawer";
  readonly sections: readonly FormSection<FieldNames<E>>[];
  /** What a record cannot be without although an edit may leave it out on the wire, where absent means unchanged. */
  readonly needs?: readonly FieldNames<E>[];
  /** What a successful creation shows once. */
  readonly shown?: (data: unknown, values: FormValues) => ShownOnce | null;
  /** What comes of the values as they stand, above the buttons. */
  readonly summary?: FormPlan<never>["summary"];
}

/** The form that creates and edits records; its fields are checked by the create call's own schema. */
export function recordForm<const E extends Writes, const O extends Answers>(
  form: RecordForm<E, O>,
): FormPlan<RecordOf<O>> & RecordCalls {
  type R = RecordOf<O>;
  const { create, update, noun } = form;
  const schemaOf = (field: FormField) => schemaAt(create.body, field.name);
  const needs: readonly string[] = form.needs ?? [];
  const isNeeded = ({ name }: FormField) => needs.includes(name);
  const edit = update ?? create;
  const takesEmpty = (field: FormField) => accepts(edit.body, field, "");
  const cannotEmpty = (field: FormField, value: unknown, row: R | null) =>
    row !== null && wireValue(field, value) === undefined && !takesEmpty(field);
  const fieldsOf = (row: R | null, values?: FormValues) => fieldsFor(form, row, values);
  const plan: FormPlan<R> = {
    name: form.name,
    title: (row) => (row === null ? `新增${noun}` : `编辑${noun}`),
    sections: form.sections,
    frame: form.frame,
    submitLabel: "保存",
    drafts: true,
    ...(form.summary ? { summary: form.summary } : {}),
    valuesOf: (row) => Object.fromEntries(fieldsOf(row).map((field) => [field.name, initialOf(field, row)])),
    check: (field, value, row) => {
      // What was not touched is not sent, and was taken before.
      if (row !== null && isUntouched(field, value, row)) return null;
      return checkField(schemaOf(field), field, value, isNeeded(field) || cannotEmpty(field, value, row));
    },
    required: (field, row) => {
      if (row !== null && isMasked(field)) return false;
      if (isNeeded(field) || schemaOf(field)?.safeParse(undefined).success === false) return true;
      // A new record may do without it, but an edit cannot take it away again.
      return isFilled(field, initialOf(field, row)) && cannotEmpty(field, emptyValue(field), row);
    },
    clearable: (field, row) => row !== null && isMasked(field) && !isNeeded(field) && takesEmpty(field),
    present: (data) => {
      const parsed = form.one.data?.safeParse(data);
      return parsed?.success ? (parsed.data as R) : null;
    },
    save: async (client, { row, values, requestId }, signal) => {
      const call = row === null ? create : edit;
      const flat = fieldsOf(row, values).map((field): [string, unknown] => {
        const value = wireValue(field, values[field.name]);
        if (row === null) return [field.name, value];
        if (isUntouched(field, values[field.name], row))
          return [field.name, needed(call.body, field) ? value : undefined];
        // Absent means unchanged: whatever differs is sent, and the server refuses what it cannot empty.
        return [field.name, value ?? ""];
      });
      const body = { ...nested(Object.fromEntries(flat)), ...keyOf(row), requestId };
      const answer: unknown = await client.call(call, { body } as never, { signal });
      const shown = row === null ? (form.shown?.(answer, values) ?? undefined) : undefined;
      return { id: idOf(answer), ...(shown === undefined ? {} : { shown }) };
    },
  };
  return { ...plan, calls: update ? { create, update } : { create } };
}

const keyOf = (row: AnyRow | null) => (row === null ? {} : { id: row.id, version: row.version });

const isMasked = (field: FormField) => field.kind === "text" && field.masked === true;
const isFilled = (field: FormField, value: unknown) => wireValue(field, value) !== undefined;

function isUntouched(field: FormField, value: unknown, row: AnyRow): boolean {
  // Spaces in a field that stands empty say nothing.
  if (isMasked(field) && typeof value === "string" && value.trim() === "") return true;
  return JSON.stringify(value) === JSON.stringify(initialOf(field, row));
}

function initialOf(field: FormField, row: AnyRow | null): unknown {
  if (row === null) return field.initial ?? emptyValue(field);
  if (isMasked(field)) return "";
  return shownValue(field, Object.entries(row).find(([name]) => name === field.name)?.[1]);
}

const accepts = (body: z.ZodMiniObject, field: FormField, value: unknown) =>
  schemaAt(body, field.name)?.safeParse(value).success === true;
const needed = (body: z.ZodMiniObject, field: FormField) => !accepts(body, field, undefined);

const answered = z.object({ id: z.string() });
function idOf(answer: unknown): string {
  const parsed = answered.safeParse(answer);
  return parsed.success ? parsed.data.id : "";
}
