import type { Endpoint } from "./endpoint.ts";

/** Differences from the rights that the contract gives to a person's roles. A right is the path of a call. */
export interface ChangedRights {
  readonly given: string[];
  readonly taken: string[];
}

/** A person with roles. Without changed rights, the contract decides what they may call. */
export interface Caller {
  readonly roles: readonly string[];
  readonly changedRights?: ChangedRights | undefined;
}

/** Whether a signed-in person may make a call. Both server and console ask only this function. */
export const mayCall = (
  { roles, changedRights }: Caller,
  { access, path, comesWith = [path] }: Pick<Endpoint, "access" | "path" | "comesWith">,
): boolean =>
  access === "session" ||
  (typeof access !== "string" &&
    comesWith.some(
      (right) =>
        changedRights?.given.includes(right) ||
        (!changedRights?.taken.includes(right) && access.some((role) => roles.includes(role))),
    ));
