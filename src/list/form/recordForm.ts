import * as z from "zod/mini";
import type { Endpoint, EndpointData } from "../../../adapters/contract/endpoint.ts";
import { getNoun } from "../../../adapters/contract/page.ts";
import * as word from "../../../adapters/contract/words.ts";
import { isBlank } from "../../../machines/formValues.ts";
import { getSchemaAtPath } from "../getSchemaAtPath.ts";
import type { AnyRow } from "../listDefinition.ts";
import {
  type FormConfig,
  type FormField,
  type FormSection,
  type FormValues,
  getFields,
  type OneTimeResult,
  type RecordEndpoints,
  type UndoOffer,
} from "./formConfig.ts";
import { fromWireValue, getEmptyValue, hashPasswords, toWireValue } from "./toWireValue.ts";
import { isAsGiven, unflatten, validateField } from "./validateField.ts";

/** A call that returns a record, or only its schema if records are fetched with the whole list. */
type ReadEndpoint = Pick<Endpoint, "data"> & Partial<Pick<Endpoint, "summary">>;
type WriteEndpoint = Endpoint & { readonly body: z.ZodMiniObject };
type LeafPaths<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
    ? K
    : NonNullable<T[K]> extends object
      ? // A custom field may have the whole object.
        K | `${K}.${keyof NonNullable<T[K]> & string}`
      : K;
}[keyof T & string];
type FieldNames<E extends WriteEndpoint> = Exclude<
  LeafPaths<z.input<E["body"]>>,
  "id" | "version" | "requestId"
>;

/** The record type of a read call. */
type RecordOf<O extends ReadEndpoint> = EndpointData<O> & AnyRow;

type WriteCalls<E extends WriteEndpoint> =
  /** Creates a record, or with an id edits one. */
  | { readonly save: E }
  /** Without `update` records cannot be edited. */
  | { readonly create: E; readonly update?: WriteEndpoint };

interface RecordFormParts<E extends WriteEndpoint, O extends ReadEndpoint> {
  readonly name: string;
  /** What one record is called, if not as `detailCall` says: 企业 of 企业详情. */
  readonly noun?: string;
  /** The call that reads one record; a conflict returns the same data. */
  readonly detailCall: O;
  readonly container: "dialog" | "drawer";
  /** Fields that must not be empty although the call makes them optional, besides those that `save` requires of a new record. */
  readonly requiredFields?: readonly FieldNames<E>[];
  /** Pairs of fields that are filled in together or not at all, and the message where one is missing. */
  readonly pairs?: readonly { readonly names: readonly FieldNames<E>[]; readonly message: string }[];
  /** Result shown once after a creation. */
  readonly toOneTimeResult?: (data: unknown, values: FormValues) => OneTimeResult | null;
  /** How a save is undone, from the call's response. */
  readonly toUndo?: (data: EndpointData<E>, values: FormValues) => UndoOffer;
  /** Shown above the buttons, derived from the values. */
  readonly summary?: FormConfig<never>["summary"];
}

/** Its fields: in sections with titles, or only one. */
type Content<N extends string> =
  | { readonly sections: readonly FormSection<N>[] }
  | { readonly fields: readonly FormField<N>[] };

/** A form that creates and edits records; fields are validated by the create call's schema. */
export function recordForm<const E extends WriteEndpoint, const O extends ReadEndpoint>(
  options: RecordFormParts<E, O> & WriteCalls<E> & Content<FieldNames<E>>,
): FormConfig<RecordOf<O>> & RecordEndpoints {
  type R = RecordOf<O>;
  const { noun = getNoun(options.detailCall) } = options;
  const sections = "fields" in options ? [{ fields: options.fields }] : options.sections;
  const isSave = "save" in options;
  const [create, update] = isSave ? [options.save, options.save] : [options.create, options.update];
  const getSchema = (field: FormField) => getSchemaAtPath(create.body, field.name);
  const requiredFields: readonly string[] = [
    ...(isSave ? listRequired(create.body) : []),
    ...(options.requiredFields ?? []),
  ];
  const pairs: readonly { readonly names: readonly string[]; readonly message: string }[] =
    options.pairs ?? [];
  const isRequiredField = ({ name }: FormField) => requiredFields.includes(name);
  const updateCall = update ?? create;
  const acceptsEmpty = (field: FormField) => accepts(updateCall.body, field, "");
  const cannotBeEmptied = (field: FormField, value: unknown, row: R | null) =>
    row !== null && toWireValue(field, value) === undefined && !acceptsEmpty(field);
  const getFormFields = (row: R | null, values?: FormValues) => getFields({ sections }, row, values);
  const config: FormConfig<R> = {
    name: options.name,
    title: (row) => (row === null ? `新增${noun}` : `编辑${noun}`),
    done: (row, values) =>
      `已${row === null ? word.add : word.save}${noun} ${String(values["name"] ?? values["title"] ?? "")}`.trim(),
    sections,
    container: options.container,
    submitLabel: word.save,
    savesDrafts: true,
    ...(options.summary ? { summary: options.summary } : {}),
    getValues: (row) =>
      Object.fromEntries(getFormFields(row).map((field) => [field.name, getInitialValue(field, row)])),
    validate: (field, value, row) => {
      // Unchanged values are not sent, or sent as they were given.
      if (row !== null && isUntouched(field, value, row)) return null;
      return validateField(
        getSchema(field),
        field,
        value,
        isRequiredField(field) || cannotBeEmptied(field, value, row),
      );
    },
    validateTogether: (field, values) => {
      const isEmpty = (name: string) => isBlank(values[name]);
      const pair = pairs.find(({ names }) => names.includes(field.name));
      return pair && isEmpty(field.name) && !pair.names.every(isEmpty) ? pair.message : null;
    },
    isRequired: (field, row) => {
      if (row !== null && isMasked(field)) return false;
      if (isRequiredField(field) || getSchema(field)?.safeParse(undefined).success === false) return true;
      // Optional for a new record, but an edit cannot clear it.
      return (
        isFilled(field, getInitialValue(field, row)) && cannotBeEmptied(field, getEmptyValue(field), row)
      );
    },
    isClearable: (field, row) =>
      row !== null && isMasked(field) && !isRequiredField(field) && acceptsEmpty(field),
    parseCurrent: (data) => {
      const parsed = options.detailCall.data?.safeParse(data);
      return parsed?.success ? (parsed.data as R) : null;
    },
    save: async (client, { row, values, requestId }, signal) => {
      const call = row === null ? create : updateCall;
      const fields = getFormFields(row, values);
      const entries = fields.map((field): [string, unknown] => {
        const value = toWireValue(field, values[field.name]);
        if (row === null) return [field.name, value];
        if (isUntouched(field, values[field.name], row))
          return [field.name, isRequiredOnWire(call.body, field) ? value : undefined];
        // Absent means unchanged, so every change is sent; the server refuses what cannot be cleared.
        return [field.name, value ?? ""];
      });
      const flat = Object.fromEntries(entries);
      const hashing = hashPasswords(fields, flat);
      if (hashing) await hashing;
      const body = { ...unflatten(flat), ...toVersionKey(row), requestId };
      const response: unknown = await client.call(call, { body } as never, { signal });
      const oneTimeResult =
        row === null ? (options.toOneTimeResult?.(response, values) ?? undefined) : undefined;
      return {
        id: parseId(response),
        ...(oneTimeResult === undefined ? {} : { oneTimeSecret: oneTimeResult }),
        // Cast: the client has parsed the response by the call's schema.
        undo: options.toUndo?.(response as EndpointData<E>, values),
      };
    },
  };
  return { ...config, calls: update ? { create, update } : { create } };
}

const toVersionKey = (row: AnyRow | null) => (row === null ? {} : { id: row.id, version: row.version });

const isMasked = (field: FormField) => field.kind === "text" && field.masked === true;
const isFilled = (field: FormField, value: unknown) => toWireValue(field, value) !== undefined;

function isUntouched(field: FormField, value: unknown, row: AnyRow): boolean {
  // Spaces in an empty masked field do not count as input.
  if (isMasked(field) && typeof value === "string" && value.trim() === "") return true;
  return isAsGiven(getInitialValue(field, row), value);
}

function getInitialValue(field: FormField, row: AnyRow | null): unknown {
  if (row === null) return field.initial ?? getEmptyValue(field);
  if (isMasked(field)) return "";
  return fromWireValue(field, Object.entries(row).find(([name]) => name === field.name)?.[1]);
}

/** The fields without which a record cannot be created. */
const listRequired = (body: z.ZodMiniObject): readonly string[] =>
  body.safeParse({ requestId: "00000000" }).error?.issues.map(({ path }) => path.join(".")) ?? [];
const accepts = (body: z.ZodMiniObject, field: FormField, value: unknown) =>
  getSchemaAtPath(body, field.name)?.safeParse(value).success === true;
const isRequiredOnWire = (body: z.ZodMiniObject, field: FormField) => !accepts(body, field, undefined);

const idSchema = z.object({ id: z.string() });
function parseId(response: unknown): string {
  const parsed = idSchema.safeParse(response);
  return parsed.success ? parsed.data.id : "";
}
