import { consoleRoles } from "../../../adapters/contract/roles.ts";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Services } from "../boot/createServices.ts";

/**
 * Loads the session's user, whose name, avatar and roles may have changed since the login. On failure the console
 * keeps the user of the login; the client reports the error. Resolves with whether the user's rights have changed.
 */
export async function refreshUser({ client, config, session }: Services, user: StoredUser): Promise<boolean> {
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
    const known = session.getSnapshot().context.user ?? refreshed;
    session.send({ type: "user.refresh", user: refreshed });
    return describeRights(known) !== describeRights(refreshed);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return false;
  }
}

const describeRights = ({ roles, changedRights, ownRoleName }: StoredUser): string =>
  JSON.stringify([roles, changedRights, ownRoleName]);
