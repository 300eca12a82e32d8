import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Actor } from "../call.ts";

/** Whether one of the actor's roles may make the call; every role may make one that is open to all sessions. */
export const mayCall = ({ roles }: Pick<Actor, "roles">, { access }: Pick<Endpoint, "access">): boolean =>
  access === "session" || (typeof access !== "string" && roles.some((role) => access.includes(role)));
