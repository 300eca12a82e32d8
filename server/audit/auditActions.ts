import { auditActionKey } from "../../adapters/contract/auditTrail.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Dictionary } from "../../adapters/contract/enumeration.ts";

/** What the audit trail holds of a call: its method and path. */
export const callText = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** What the audit trail calls what was done: of a list it keeps only the searches for a phone. */
export const actText = ({ audit, summary }: Endpoint): string =>
  audit === undefined ? `按手机号查询${summary}` : summary;

/** What the audit trail holds as the call of acts that the platform does by itself. */
export const ownAct = "housekeeping";

const audited: readonly (readonly [name: string, call: string, label: string])[] = [
  ...Object.entries<Endpoint>(contract)
    .filter(([, { audit, findsPhones }]) => audit !== undefined || findsPhones)
    .map(([name, endpoint]) => [name, callText(endpoint), actText(endpoint)] as const),
  [ownAct, ownAct, "系统自动处理"],
];
const labels = new Map(audited.map(([name, , label]) => [name, label]));
const calls = new Map(audited.map(([name, call]) => [name, call]));

/** Every act that leaves a row in the audit trail, by the name of its call. */
export const auditActions: Dictionary = {
  key: auditActionKey,
  options: audited.map(([value, , label], index) => ({ value, label, sort: index + 1 })),
  label: (value) => labels.get(value) ?? value,
};

/** The call of an act as the audit trail holds it; undefined where there is no such act. */
export const callOfAction = (name: string): string | undefined => calls.get(name);
