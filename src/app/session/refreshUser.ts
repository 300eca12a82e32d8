import { consoleRoles } from "../../../adapters/contract/roles.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Services } from "../boot/createServices.ts";

/**
 * Loads the session's user, whose name, avatar and roles may have changed since the login. On failure the console
 * keeps the user of the login; the client reports the error.
 */
export async function refreshUser({ client, config, session }: Services, user: StoredUser): Promise<void> {
  try {
    const { name, avatar, introduction, roles, changedRights, ownRoleName } = await client.call(
      templateCalls.templateUserInfo,
      {},
    );
    const knownRoles = consoleRoles.filter((role) => roles.includes(role));
    const asAdmin = config.rolesFrom === "admin" || knownRoles.length === 0;
    const refreshed = {
      ...user,
      name,
      avatar,
      introduction,
      roles: asAdmin ? user.roles : knownRoles,
      changedRights,
      ownRoleName,
    };
    session.send({ type: "user.refresh", user: refreshed });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}
