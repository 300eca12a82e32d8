import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { ArgsOf, DataOf, Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { AnyRow } from "../definition.ts";
import { checkField } from "./fieldSchema.ts";
import type { FormField, FormPlan, FormValues, ShownOnce } from "./formPlan.ts";

interface ActionForm<R, E extends Endpoint, N extends string> {
  readonly name: string;
  readonly title: (row: R) => string;
  readonly call: E;
  /** What the call gets of the record and of what was filled in. */
  readonly args: (
    row: R,
    values: Readonly<Record<N, string>>,
    requestId: string,
    client: Client,
  ) => ArgsOf<E> | Promise<ArgsOf<E>>;
  readonly consequence?: (row: R) => ReactNode;
  readonly fields?: readonly FormField<N>[];
  readonly schemas?: Readonly<Record<N, z.ZodMiniType>>;
  readonly submitLabel?: string;
  readonly destructive?: boolean;
  readonly shown?: (data: DataOf<E>, row: R) => ShownOnce | null;
  /** The call that reads one record: a conflict answers with the same. */
  readonly one?: Endpoint;
}

/** A small form that acts on one record: freeze with a reason, reset a password, move to another company. */
export function actionForm<R extends AnyRow, const E extends Endpoint, const N extends string = never>(
  form: ActionForm<R, E, N>,
): FormPlan<R> {
  const { fields = [], one } = form;
  return {
    name: form.name,
    title: (row) => (row === null ? "" : form.title(row)),
    sections: fields.length > 0 ? [{ fields }] : [],
    frame: "dialog",
    submitLabel: form.submitLabel ?? "确定",
    drafts: false,
    ...(form.destructive === undefined ? {} : { destructive: form.destructive }),
    ...(form.consequence === undefined ? {} : { consequence: form.consequence }),
    valuesOf: () => Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? ""])),
    check: (field, value) => checkField(schemaFor(form.schemas, field.name), field, value),
    required: (field) => schemaFor(form.schemas, field.name)?.safeParse(undefined).success === false,
    present: (data) => {
      const parsed = one?.data?.safeParse(data);
      return parsed?.success ? (parsed.data as R) : null;
    },
    save: async (client, { row, values, requestId }, signal) => {
      if (row === null) throw new Error(`${form.name} needs a record`);
      const args = await form.args(row, textsOf(fields, values), requestId, client);
      const data = await client.call(form.call, args, { signal });
      const shown = form.shown?.(data, row) ?? undefined;
      return { id: row.id, ...(shown === undefined ? {} : { shown }) };
    },
  };
}

function schemaFor(schemas: Readonly<Record<string, z.ZodMiniType>> | undefined, name: string) {
  return schemas?.[name] ?? null;
}

function textsOf<N extends string>(fields: readonly FormField<N>[], values: FormValues): Record<N, string> {
  const texts = fields.map(({ name }) => [name, String(values[name] ?? "").trim()]);
  // One entry for each field's name, which is what N is.
  return Object.fromEntries(texts) as Record<N, string>;
}
