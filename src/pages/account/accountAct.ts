import type { ArgsOf, DataOf, Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { AnyRow, RowAction } from "../../list/definition.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { ShownOnce } from "../../list/form/formPlan.ts";
import { initialPasswordShown } from "./initialPasswordShown.ts";

/** What an account has, be it a company user's or a console one's. */
interface Account extends AnyRow {
  readonly version: number;
  readonly name: string;
  readonly phoneNumber: string;
}

/** Whose accounts they are: the name of their forms, what one is called, and the call that reads one. */
export interface AccountKind {
  readonly entity: string;
  readonly noun: string;
  readonly one: Endpoint;
}

interface AccountAct<R, E extends Endpoint> {
  readonly name: string;
  readonly label: string;
  readonly title?: (row: R) => string;
  readonly call: E;
  readonly destructive?: boolean;
  readonly fits?: (row: R) => boolean;
  readonly refusal?: (row: R, userId: string) => string | null;
  readonly consequence: (row: R) => string;
  readonly args: (row: R, requestId: string) => ArgsOf<E>;
  readonly shown?: (data: DataOf<E>, row: R) => ShownOnce | null;
}

/** An act on one account that asks for nothing but to be confirmed. */
export function accountAct<R extends Account, const E extends Endpoint>(
  { entity, noun, one }: AccountKind,
  { name, label, title, call, args, shown, consequence, ...rest }: AccountAct<R, E>,
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
      one,
      submitLabel: label,
      consequence,
      args: (row, _, requestId) => args(row, requestId),
      ...(rest.destructive === undefined ? {} : { destructive: rest.destructive }),
      ...(shown === undefined ? {} : { shown }),
    }),
  };
}

/** Gives an account a new first password, shown once. */
export const resetPassword = <R extends Account>(kind: AccountKind, call: Endpoint): RowAction<R> =>
  accountAct<R, Endpoint>(kind, {
    name: "reset",
    label: "重置密码",
    title: ({ name }) => `重置 ${name} 的密码`,
    call,
    consequence: ({ name }) => `${name} 的现有密码将失效并退出登录，系统会生成新的初始密码。`,
    args: ({ id, version }, requestId) => ({ body: { id, version, requestId } }),
    shown: (data, { phoneNumber }) => initialPasswordShown(data, phoneNumber),
  });
