import type { Endpoint, EndpointArgs, EndpointData } from "../../../adapters/contract/endpoint.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { OneTimeResult } from "../../list/form/formConfig.ts";
import type { AnyRow, RowAction } from "../../list/listDefinition.ts";
import { toInitialPasswordDisplay } from "./toInitialPasswordDisplay.ts";

/** Common fields of user and staff accounts. */
interface AccountRow extends AnyRow {
  readonly version: number;
  readonly name: string;
  readonly phoneNumber: string;
}

/** The kind of account: form name prefix, noun, and detail call. */
export interface AccountKind {
  readonly entity: string;
  readonly noun: string;
  readonly detailCall: Endpoint;
}

interface AccountActionOptions<R, E extends Endpoint> {
  readonly name: string;
  readonly label: string;
  readonly title?: (row: R) => string;
  readonly call: E;
  readonly destructive?: boolean;
  readonly isApplicable?: (row: R) => boolean;
  readonly refusal?: (row: R, userId: string) => string | null;
  readonly consequence: (row: R) => string;
  readonly args: (row: R, requestId: string) => EndpointArgs<E>;
  readonly toOneTimeResult?: (data: EndpointData<E>, row: R) => OneTimeResult | null;
}

/** An account action that only needs confirmation. */
export function createAccountAction<R extends AccountRow, const E extends Endpoint>(
  { entity, noun, detailCall }: AccountKind,
  { name, label, title, call, args, toOneTimeResult, consequence, ...rest }: AccountActionOptions<R, E>,
): RowAction<R> {
  return {
    name,
    label,
    call,
    ...rest,
    form: actionForm<R, E>({
      name: `${entity}-${name}`,
      title: title ?? ((row) => `${label}${noun} ${row.name}`),
      call,
      detailCall,
      submitLabel: label,
      consequence,
      args: (row, _, requestId) => args(row, requestId),
      ...(rest.destructive === undefined ? {} : { destructive: rest.destructive }),
      ...(toOneTimeResult === undefined ? {} : { toOneTimeResult }),
    }),
  };
}

/** Resets an account's password and shows the new one once. */
export const createResetPasswordAction = <R extends AccountRow>(
  kind: AccountKind,
  call: Endpoint,
): RowAction<R> =>
  createAccountAction<R, Endpoint>(kind, {
    name: "reset",
    label: "重置密码",
    title: ({ name }) => `重置 ${name} 的密码`,
    call,
    consequence: ({ name }) => `${name} 的现有密码将失效并退出登录，系统会生成新的初始密码。`,
    args: ({ id, version }, requestId) => ({ body: { id, version, requestId } }),
    toOneTimeResult: (data, { phoneNumber }) => toInitialPasswordDisplay(data, phoneNumber),
  });
