import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { Endpoint, EndpointArgs, EndpointData } from "../../../adapters/contract/endpoint.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { isBlank } from "../../../machines/formValues.ts";
import { getSchemaAtPath } from "../getSchemaAtPath.ts";
import type { AnyRow } from "../listDefinition.ts";
import {
  type FormConfig,
  type FormField,
  type FormValues,
  getFields,
  type OneTimeResult,
  type UndoOffer,
} from "./formConfig.ts";
import { getEmptyValue, hashPasswords, toWireValue } from "./toWireValue.ts";
import { isAsGiven, validateField } from "./validateField.ts";

/** A field's value as passed to `args`: text trimmed, numbers and fen as numbers, nothing as "" or undefined. */
type WireValue<F extends FormField> = F extends { readonly kind: "number" | "money" }
  ? number | undefined
  : F extends { readonly kind: "check" }
    ? boolean
    : F extends { readonly kind: "several" }
      ? readonly string[]
      : F extends { readonly kind: "custom" }
        ? unknown
        : string;
type WireValues<Fs extends FormField> = { readonly [F in Fs as F["name"]]: WireValue<F> };

interface ActionFormOptions<R, E extends Endpoint, Fs extends FormField> {
  readonly name: string;
  readonly title: (row: R) => string;
  /** Where 已 and the title say not what was done. */
  readonly done?: (row: R) => string;
  readonly call: E;
  /** Builds the call's arguments from the record and the values. */
  readonly args: (
    row: R,
    values: WireValues<Fs>,
    requestId: string,
    client: Client,
  ) => EndpointArgs<E> | Promise<EndpointArgs<E>>;
  readonly consequence?: (row: R) => ReactNode;
  readonly fields?: readonly Fs[];
  /** Schemas by field; the default is the schema of the same name in the call's body. */
  readonly schemas?: { readonly [N in Fs["name"]]?: z.ZodMiniType };
  /** Fields that must be filled in only with some values of others, though the call's body allows their absence. */
  readonly requiredWhen?: {
    readonly names: readonly Fs["name"][];
    readonly isNeeded: (row: R, values: FormValues) => boolean;
  };
  /** Errors that depend on the record or on other fields, of values as displayed. */
  readonly checks?: { readonly [N in Fs["name"]]?: (row: R, values: FormValues) => string | null };
  /** Initial values as displayed, from the record. */
  readonly getInitialValues?: (row: R) => { readonly [N in Fs["name"]]?: unknown };
  readonly submitLabel?: string;
  readonly destructive?: boolean;
  /** Asks before it discards what was typed. */
  readonly asksBeforeDiscard?: true;
  /** Long forms use a drawer and save drafts. */
  readonly container?: "dialog" | "drawer";
  readonly summary?: FormConfig<R>["summary"];
  readonly toOneTimeResult?: (data: EndpointData<E>, row: R) => OneTimeResult | null;
  /** How the action is undone, from the call's response. */
  readonly toUndo?: (data: EndpointData<E>, row: R) => UndoOffer;
  /** The call that reads one record; a conflict returns the same data. */
  readonly detailCall?: Pick<Endpoint, "data">;
}

/** A form that acts on one record: freeze with a reason, reset a password, move to another company. */
export function actionForm<R extends AnyRow, const E extends Endpoint, const Fs extends FormField = never>(
  options: ActionFormOptions<R, E, Fs>,
): FormConfig<R> {
  const { detailCall } = options;
  const fields: readonly FormField[] = options.fields ?? [];
  const sections = fields.length > 0 ? [{ fields }] : [];
  const schemas: Readonly<Record<string, z.ZodMiniType | undefined>> = options.schemas ?? {};
  const getSchema = ({ name }: FormField) => schemas[name] ?? getBodySchema(options.call, name);
  const checks: Readonly<Record<string, ((row: R, values: FormValues) => string | null) | undefined>> =
    options.checks ?? {};
  const { names: neededNames = [], isNeeded } = options.requiredWhen ?? {};
  const isNeededNow = ({ name }: FormField, row: R | null, values: FormValues = {}): boolean =>
    row !== null && neededNames.some((needed) => needed === name) && isNeeded?.(row, values) === true;
  const getValues = (row: R | null): FormValues => {
    const initialValues: Readonly<Record<string, unknown>> =
      row === null ? {} : (options.getInitialValues?.(row) ?? {});
    return Object.fromEntries(
      fields.map((field) => {
        const given = initialValues[field.name];
        // NaN follows from a number that another platform does not tell.
        const known = Number.isNaN(given) ? undefined : given;
        return [field.name, known ?? field.initial ?? getEmptyValue(field)];
      }),
    );
  };
  return {
    name: options.name,
    title: (row) => (row === null ? "" : options.title(row)),
    ...(options.done === undefined
      ? {}
      : { done: (row) => (row === null ? "" : (options.done?.(row) ?? "")) }),
    sections,
    container: options.container ?? "dialog",
    submitLabel: options.submitLabel ?? word.confirm,
    savesDrafts: options.container === "drawer",
    ...(options.asksBeforeDiscard ? { asksBeforeDiscard: true } : {}),
    ...(options.destructive === undefined ? {} : { destructive: options.destructive }),
    ...(options.consequence === undefined ? {} : { consequence: options.consequence }),
    ...(options.summary === undefined ? {} : { summary: options.summary }),
    getValues,
    validate: (field, value, row) =>
      // An empty field is no value that a record could have given.
      !isBlank(value) && isAsGiven(getValues(row)[field.name], value)
        ? null
        : validateField(getSchema(field), field, value),
    validateTogether: (field, values, row) =>
      isBlank(values[field.name]) && isNeededNow(field, row, values)
        ? validateField(getSchema(field), field, values[field.name], true)
        : row && (checks[field.name]?.(row, values) ?? null),
    isRequired: (field, row, values) =>
      getSchema(field)?.safeParse(undefined).success === false || isNeededNow(field, row, values),
    parseCurrent: (data) => {
      const parsed = detailCall?.data?.safeParse(data);
      return parsed?.success ? (parsed.data as R) : null;
    },
    save: async (client, { row, values, requestId }, signal) => {
      if (row === null) throw new Error(`${options.name} needs a record`);
      const wireValues = toWireValues(getFields({ sections }, row, values), fields, values);
      await hashPasswords(fields, wireValues);
      // One entry per field, of the type that WireValue gives it.
      const args = await options.args(row, wireValues as WireValues<Fs>, requestId, client);
      const data = await client.call(options.call, args, { signal });
      const oneTimeResult = options.toOneTimeResult?.(data, row) ?? undefined;
      return {
        id: row.id,
        ...(oneTimeResult === undefined ? {} : { oneTimeSecret: oneTimeResult }),
        undo: options.toUndo?.(data, row),
      };
    },
  };
}

const getBodySchema = ({ body }: Endpoint, name: string) =>
  body instanceof z.ZodMiniObject ? getSchemaAtPath(body, name) : null;

/** All fields as wire values; fields that were not shown count as empty. */
function toWireValues(
  visibleFields: readonly FormField[],
  allFields: readonly FormField[],
  values: FormValues,
): Record<string, unknown> {
  return Object.fromEntries(
    allFields.map((field) => {
      const value = visibleFields.includes(field) ? values[field.name] : getEmptyValue(field);
      const isNumber = field.kind === "number" || field.kind === "money";
      return [field.name, toWireValue(field, value) ?? (isNumber ? undefined : "")];
    }),
  );
}
