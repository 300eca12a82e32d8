import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Actor } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { Denied } from "../http/denied.ts";
import { findSession, touchSession } from "./findSession.ts";
import { tokenHash } from "./tokens.ts";

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";

/**
 * Who is behind a call, checked in this order: token there and known, live, owner usable, role allowed;
 * throws `Denied` at the first that fails. The template's base knows no u-token and takes X-Token as well.
 */
export async function authorise(
  db: Db,
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<Actor | null> {
  const { access } = endpoint;
  // A signed call is checked with its body, by the signature.
  if (access === "public" || access === "signed") return null;
  const proxy = endpoint.host === "proxy";
  const token = one(headers.authorization) || (proxy ? one(headers["x-token"]) : "");
  if (!token) throw new Denied("missing");
  const uToken = one(headers["u-token"]);
  if (!proxy && !uToken) throw new Denied("missing");
  const found = await findSession(db, token, now);
  if (typeof found === "string") throw new Denied(found);
  const { session, owner } = found;
  if (!proxy && tokenHash(uToken) !== session.uTokenHash) throw new Denied("unknown");
  if (access !== "session" && !owner.roles.some((role) => access.includes(role))) throw new Denied("role");
  await touchSession(db, session, now);
  return { id: owner.id, name: owner.name, roles: owner.roles, sessionId: session.id };
}
