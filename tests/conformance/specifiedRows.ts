import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { implementedCalls, matchesCall } from "../spec/specifiedCalls.ts";
import type { CallName } from "./readSteps.ts";

/** The template's calls stand apart in section 7 of the specification. */
const templateRows = [
  { row: "R-253", host: "proxy", call: "POST /vue-element-admin/user/logout" },
  { row: "R-254", host: "proxy", call: "GET /user/info" },
] as const;

/** Row of the specification of each of its calls; the contract's others are this project's own. */
export const specifiedRows: ReadonlyMap<CallName, string> = new Map(
  Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) => {
    const specified = [...implementedCalls, ...templateRows].find((one) => matchesCall(one)(endpoint));
    // Safe cast: a key of the contract.
    return specified ? [[name as CallName, specified.row] as const] : [];
  }),
);

/** A call as the specification writes it. */
export const nameCall = (call: CallName): string => {
  const { method, path } = contract[call];
  return `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`;
};
