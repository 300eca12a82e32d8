import type { Endpoint } from "./endpoint.ts";

/** What somebody may do beyond or short of what the contract gives to their roles; each right is the path of a call. */
export interface ChangedRights {
  readonly given: string[];
  readonly taken: string[];
}

/** Somebody with roles, who may do what the contract gives to these where nothing was changed. */
export interface Caller {
  readonly roles: readonly string[];
  readonly changedRights?: ChangedRights | undefined;
}

/** Whether somebody may make a call of those who are signed in. The one rule of server and console. */
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
