import * as z from "zod/mini";
import { baseUrlSchema, listSchema } from "./environmentSchemas.ts";

/**
 * `live` may own the live picture, `worker` may do the background work, `edge` neither. Every process serves pages, calls
 * and sockets.
 */
const processRoles = ["edge", "live", "worker"] as const;
export type ProcessRole = (typeof processRoles)[number];

export interface ClusterSettings {
  readonly roles: readonly ProcessRole[];
  /** URL at which other processes reach this one; undefined: the address at which it listens. */
  readonly processUrl: string | undefined;
  /** Addresses of the servers of one NATS cluster, without user name and password. */
  readonly servers: readonly string[];
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Refuses an address with user name or password, because addresses are logged. */
function isNatsUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  return /^(?:nats|tls):$/.test(url.protocol) && url.host !== "";
}

const anyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

const credential = z.optional(z.string().check(z.maxLength(200)));

/** Environment variables of the bus between several processes, see `docs/cluster.md`. */
export const clusterVariables = {
  NATS_URL: z.optional(listSchema(isNatsUrl)),
  NATS_USERNAME: credential,
  NATS_PASSWORD: credential,
  ROLES: z.optional(listSchema((part) => processRoles.some((role) => role === part))),
  PROCESS_URL: z.optional(baseUrlSchema),
};

/** Expected values, for error messages. */
export const expectedClusterValues: Readonly<Record<keyof typeof clusterVariables, string>> = {
  NATS_URL:
    "addresses that begin with nats:// or tls://, without user name and password, separated by commas",
  NATS_USERNAME: "at most 200 characters",
  NATS_PASSWORD: "at most 200 characters",
  ROLES: `some of ${processRoles.join(", ")}, separated by commas`,
  PROCESS_URL: "an address that begins with http:// or https:// and does not end with /",
};

const clusterEnvironment = z.object(clusterVariables);

/** Returns null for a single process, and a line for the terminal if the variables contradict each other. */
export function parseClusterSettings(
  value: z.output<typeof clusterEnvironment>,
  { databaseUrl, host }: { readonly databaseUrl: string | undefined; readonly host: string },
): ClusterSettings | string | null {
  const { NATS_URL: servers, NATS_USERNAME: username, NATS_PASSWORD: password } = value;
  const { ROLES, PROCESS_URL } = value;
  if (!servers || servers.length === 0)
    return username || password || ROLES || PROCESS_URL
      ? "NATS_URL must be set with NATS_USERNAME, NATS_PASSWORD, ROLES or PROCESS_URL."
      : null;
  if (!databaseUrl) return "DATABASE_URL must be set with NATS_URL: the embedded database has one process.";
  if (password && !username) return "NATS_USERNAME must be set with NATS_PASSWORD.";
  if (anyAddress.has(host) && !PROCESS_URL)
    return "PROCESS_URL must be set with NATS_URL where HOST is every address: other processes need one of them.";
  const roles = ROLES ? processRoles.filter((role) => ROLES.includes(role)) : processRoles;
  return { roles, processUrl: PROCESS_URL || undefined, servers, username, password };
}
