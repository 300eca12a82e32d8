import { auditActionKey, auditEntity } from "../../adapters/contract/auditTrail.ts";
import { contract } from "../../adapters/contract/contract.ts";
import { toDictionary } from "../../adapters/contract/defineEnum.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { graphqlEndpoint } from "../../adapters/contract/graphql/query.ts";
import { wallCalls } from "../../adapters/contract/screen.ts";

/** A call as the audit trail stores it: method and path. */
export const formatCall = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The label of an action. Lists are audited only when they are searched by phone number. */
export const formatAction = ({ audit, summary }: Endpoint): string =>
  audit === undefined ? `按手机号查询${summary}` : summary;

/** Stored as the call of actions that the platform performs itself. */
export const systemAction = "housekeeping";

const entityPositions = new Map(auditEntity.options.map(({ value, sort }) => [value, sort]));
const getPosition = ([, { audit, shows }]: readonly [string, Endpoint]) =>
  entityPositions.get(audit ?? shows?.[0] ?? "") ?? Number.MAX_SAFE_INTEGER;

/** In the order of the entities; searches that belong to none come last. */
const auditedActions: readonly (readonly [name: string, call: string, label: string])[] = [
  ...Object.entries<Endpoint>({
    ...contract,
    graphqlSearch: graphqlEndpoint,
    wallSignIn: wallCalls.wallSignIn,
  })
    .filter(([, { audit, hasPhoneSearch }]) => audit !== undefined || hasPhoneSearch)
    .sort((a, b) => getPosition(a) - getPosition(b))
    .map(([name, endpoint]) => [name, formatCall(endpoint), formatAction(endpoint)] as const),
  [systemAction, systemAction, "系统自动处理"],
];
const callsByAction = new Map(auditedActions.map(([name, call]) => [name, call]));

/** All audited actions, by the name of their call. */
export const auditActions = toDictionary(
  auditActionKey,
  auditedActions.map(([value, , label], index) => ({ value, label, sort: index + 1 })),
);

/** The stored call of an action; undefined if the action is unknown. */
export const getActionCall = (name: string): string | undefined => callsByAction.get(name);
