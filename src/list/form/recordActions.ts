import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { Endpoint, EndpointArgs } from "../../../adapters/contract/endpoint.ts";
import type { StatusMachine } from "../../../machines/status/createStatusMachine.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { actionForm } from "./actionForm.ts";

interface Options<R, E extends Endpoint> {
  readonly label: string;
  readonly call: E;
  readonly consequence: (row: R) => ReactNode;
  readonly destructive?: true;
  /** What the body has besides the record and its version, such as the new status. */
  readonly sends?: EndpointArgs<E> extends { readonly body: infer B } ? Partial<B> : never;
  /** Where not the status decides. */
  readonly isApplicable?: (row: R) => boolean;
  readonly refusal?: (row: R) => string | null;
}

/** A call that reads a record with a status. */
interface ReadCall {
  readonly data: z.ZodMiniType<AnyRow & { readonly version: number; readonly status: string }>;
}

/**
 * Makes actions on one record that ask for a confirmation and nothing else: events of its status, which are offered where
 * it allows them, and its deletion.
 * @param name of their forms, `<name>-<action>`
 */
export function recordActions<D extends ReadCall, V extends string>({
  name,
  detailCall,
  getTitle,
  machine,
}: {
  readonly name: string;
  readonly detailCall: D;
  readonly getTitle: (row: z.output<D["data"]>) => string;
  readonly machine: StatusMachine<z.output<D["data"]>["status"], V>;
}) {
  type R = z.output<D["data"]>;
  return <const E extends Endpoint>(
    action: V | "delete",
    { label, call, sends, ...options }: Options<R, E>,
  ): RowAction<R> => {
    const { destructive, consequence, ...offered } = options;
    const danger = destructive === undefined ? {} : { destructive };
    return {
      name: action,
      label,
      call,
      ...danger,
      ...(action === "delete"
        ? {}
        : { isApplicable: ({ status }: R) => machine.allowed(status).includes(action) }),
      ...offered,
      form: actionForm({
        name: `${name}-${action}`,
        title: (row: R) => `${label} ${getTitle(row)}`,
        call,
        detailCall,
        ...danger,
        submitLabel: label,
        consequence,
        args: ({ id, version }, _, requestId) => {
          const args = call.params
            ? { params: { id }, query: { version, requestId } }
            : { body: { id, version, ...sends, requestId } };
          // Cast: an action on a record has no other arguments.
          return args as unknown as EndpointArgs<E>;
        },
      }),
    };
  };
}
