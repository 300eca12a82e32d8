import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { ArgsOf, DataOf, Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { AnyRow } from "../definition.ts";
import { schemaAt } from "../schemaAt.ts";
import { checkField } from "./fieldSchema.ts";
import { type FormField, type FormPlan, type FormValues, fieldsFor, type ShownOnce } from "./formPlan.ts";
import { emptyValue, wireValue } from "./wireValue.ts";

/** What a field gives its call: text trimmed, numbers and fen as numbers, nothing as "" or undefined. */
type WireOf<F extends FormField> = F extends { readonly kind: "number" | "money" }
  ? number | undefined
  : F extends { readonly kind: "check" }
    ? boolean
    : F extends { readonly kind: "several" }
      ? readonly string[]
      : F extends { readonly kind: "custom" }
        ? unknown
        : string;
type WiresOf<Fs extends FormField> = { readonly [F in Fs as F["name"]]: WireOf<F> };

interface ActionForm<R, E extends Endpoint, Fs extends FormField> {
  readonly name: string;
  readonly title: (row: R) => string;
  readonly call: E;
  /** What the call gets of the record and of what was filled in. */
  readonly args: (
    row: R,
    values: WiresOf<Fs>,
    requestId: string,
    client: Client,
  ) => ArgsOf<E> | Promise<ArgsOf<E>>;
  readonly consequence?: (row: R) => ReactNode;
  readonly fields?: readonly Fs[];
  /** How a field is checked; one that is not named here, by the field of its name in the call's body. */
  readonly schemas?: { readonly [N in Fs["name"]]?: z.ZodMiniType };
  /** What stands in the fields at first, as they show it, by the record: what is due. */
  readonly initial?: (row: R) => { readonly [N in Fs["name"]]?: unknown };
  readonly submitLabel?: string;
  readonly destructive?: boolean;
  /** A long form stands in a drawer, and keeps a draft of what was typed. */
  readonly frame?: "dialog" | "drawer";
  readonly summary?: FormPlan<R>["summary"];
  readonly shown?: (data: DataOf<E>, row: R) => ShownOnce | null;
  /** The call that reads one record: a conflict answers with the same. */
  readonly one?: Pick<Endpoint, "data">;
}

/** A small form that acts on one record: freeze with a reason, reset a password, move to another company. */
export function actionForm<R extends AnyRow, const E extends Endpoint, const Fs extends FormField = never>(
  form: ActionForm<R, E, Fs>,
): FormPlan<R> {
  const { one } = form;
  const fields: readonly FormField[] = form.fields ?? [];
  const sections = fields.length > 0 ? [{ fields }] : [];
  const schemas: Readonly<Record<string, z.ZodMiniType | undefined>> = form.schemas ?? {};
  const schemaOf = ({ name }: FormField) => schemas[name] ?? inBody(form.call, name);
  return {
    name: form.name,
    title: (row) => (row === null ? "" : form.title(row)),
    sections,
    frame: form.frame ?? "dialog",
    submitLabel: form.submitLabel ?? "确定",
    drafts: form.frame === "drawer",
    ...(form.destructive === undefined ? {} : { destructive: form.destructive }),
    ...(form.consequence === undefined ? {} : { consequence: form.consequence }),
    ...(form.summary === undefined ? {} : { summary: form.summary }),
    valuesOf: (row) => {
      const own: Readonly<Record<string, unknown>> = row === null ? {} : (form.initial?.(row) ?? {});
      return Object.fromEntries(
        fields.map((field) => [field.name, own[field.name] ?? field.initial ?? emptyValue(field)]),
      );
    },
    check: (field, value) => checkField(schemaOf(field), field, value),
    required: (field) => schemaOf(field)?.safeParse(undefined).success === false,
    present: (data) => {
      const parsed = one?.data?.safeParse(data);
      return parsed?.success ? (parsed.data as R) : null;
    },
    save: async (client, { row, values, requestId }, signal) => {
      if (row === null) throw new Error(`${form.name} needs a record`);
      const filled = wiresOf(fieldsFor({ sections }, row, values), fields, values);
      // One entry for each field's name, of the kind that WireOf says.
      const args = await form.args(row, filled as WiresOf<Fs>, requestId, client);
      const data = await client.call(form.call, args, { signal });
      const shown = form.shown?.(data, row) ?? undefined;
      return { id: row.id, ...(shown === undefined ? {} : { shown }) };
    },
  };
}

const inBody = ({ body }: Endpoint, name: string) =>
  body instanceof z.ZodMiniObject ? schemaAt(body, name) : null;

/** Everything that was asked as the wire has it; what was not asked is as if nothing was filled in. */
function wiresOf(asked: readonly FormField[], all: readonly FormField[], values: FormValues) {
  return Object.fromEntries(
    all.map((field) => {
      const value = asked.includes(field) ? values[field.name] : emptyValue(field);
      const isNumber = field.kind === "number" || field.kind === "money";
      return [field.name, wireValue(field, value) ?? (isNumber ? undefined : "")];
    }),
  );
}
