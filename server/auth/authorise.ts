import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { mayCall } from "../../adapters/contract/mayCall.ts";
import type { Actor } from "../call.ts";
import { AuthError } from "../http/authError.ts";
import type { Platform } from "../platform.ts";
import { toRecordScope } from "../scope/recordScope.ts";
import { mustChangePassword } from "./mustChangePassword.ts";
import { mustEnableSecondFactor } from "./secondFactor.ts";
import type { SessionCache } from "./sessionCache.ts";
import { hashToken } from "./tokens.ts";

const getFirstValue = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value) ?? "";

/**
 * Authenticates and authorises a call. Checks in this order: token present, token known, session valid, owner enabled,
 * initial password changed, second factor enabled, call allowed; throws `AuthError` at the first failure.
 * Proxy endpoints need no u-token and also accept X-Token.
 */
export async function authorise(
  { settings, sessions }: Pick<Platform, "settings"> & { readonly sessions: SessionCache },
  endpoint: Endpoint,
  { headers, ip }: Pick<FastifyRequest, "headers" | "ip">,
): Promise<Actor | null> {
  const { access, isAllowedDuringSetup = false } = endpoint;
  // Signed calls are verified together with their body.
  if (access === "public" || access === "signed") return null;
  const proxy = endpoint.host === "proxy";
  const token = getFirstValue(headers.authorization) || (proxy ? getFirstValue(headers["x-token"]) : "");
  if (!token) throw new AuthError("missing");
  const uToken = getFirstValue(headers["u-token"]);
  if (!proxy && !uToken) throw new AuthError("missing");
  const found = await sessions.find(token, ip);
  if (typeof found === "string") throw new AuthError(found);
  const { session, owner, changedRights } = found;
  if (!proxy && hashToken(uToken) !== session.uTokenHash) throw new AuthError("unknown");
  if (!isAllowedDuringSetup && mustChangePassword(settings.production, owner))
    throw new AuthError("initialPassword", owner.id);
  if (!isAllowedDuringSetup && mustEnableSecondFactor(settings.secondFactorRoles, owner))
    throw new AuthError("secondFactor", owner.id);
  const { id, name, roles } = owner;
  if (!mayCall({ roles, changedRights }, endpoint)) throw new AuthError("role", id);
  sessions.touch(token);
  return { id, name, roles, changedRights, sessionId: session.id, scope: toRecordScope(owner) };
}
