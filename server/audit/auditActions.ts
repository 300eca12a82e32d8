import { auditActionKey } from "../../adapters/contract/auditTrail.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";

/** What the audit trail holds of a call: its method and path. */
export const formatCall = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** What the audit trail calls what was done: of a list it keeps only the searches for a phone. */
export const formatAction = ({ audit, summary }: Endpoint): string =>
  audit === undefined ? `按手机号查询${summary}` : summary;

/** What the audit trail holds as the call of acts that the platform does by itself. */
export const systemAction = "housekeeping";

const auditedActions: readonly (readonly [name: string, call: string, label: string])[] = [
  ...Object.entries<Endpoint>(contract)
    .filter(([, { audit, findsPhones }]) => audit !== undefined || findsPhones)
    .map(([name, endpoint]) => [name, formatCall(endpoint), formatAction(endpoint)] as const),
  [systemAction, systemAction, "系统自动处理"],
];
const labelsByAction = new Map(auditedActions.map(([name, , label]) => [name, label]));
const callsByAction = new Map(auditedActions.map(([name, call]) => [name, call]));

/** Every act that leaves a row in the audit trail, by the name of its call. */
export const auditActions: Dictionary = {
  key: auditActionKey,
  options: auditedActions.map(([value, , label], index) => ({ value, label, sort: index + 1 })),
  label: (value) => labelsByAction.get(value) ?? value,
};

/** The call of an act as the audit trail holds it; undefined where there is no such act. */
export const getActionCall = (name: string): string | undefined => callsByAction.get(name);
