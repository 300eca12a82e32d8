import { consoleRoles } from "../../../adapters/contract/roles.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Wiring } from "../entry/wire.ts";

/**
 * Asks once who the session's user is now: name, avatar and roles may have changed since the login.
 * A failure is said like any other; the console then goes on with what the login told.
 */
export async function refreshUser({ client, config, session }: Wiring, user: StoredUser): Promise<void> {
  try {
    const { name, avatar, introduction, roles } = await client.call(templateCalls.templateUserInfo, {});
    const known = consoleRoles.filter((role) => roles.includes(role));
    const asAdmin = config.rolesFrom === "admin" || known.length === 0;
    const fresh = { ...user, name, avatar, introduction, roles: asAdmin ? user.roles : known };
    session.send({ type: "user.refresh", user: fresh });
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
  }
}
