import * as z from "zod/mini";
import { listSchema } from "./environmentSchemas.ts";

export interface NatsSettings {
  /** Addresses of the servers of one NATS cluster, without user name and password. */
  readonly servers: readonly string[];
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** With a password in it, the address could not be logged. */
function isNatsUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  return /^(?:nats|tls):$/.test(url.protocol) && url.host !== "";
}

const credential = z.optional(z.string().check(z.maxLength(200)));

/** Environment variables of the bus between several processes, see `docs/cluster.md`. */
export const clusterVariables = {
  NATS_URL: z.optional(listSchema(isNatsUrl)),
  NATS_USERNAME: credential,
  NATS_PASSWORD: credential,
};

/** Expected values, for error messages. */
export const expectedClusterValues: Readonly<Record<keyof typeof clusterVariables, string>> = {
  NATS_URL:
    "addresses that begin with nats:// or tls://, without user name and password, separated by commas",
  NATS_USERNAME: "at most 200 characters",
  NATS_PASSWORD: "at most 200 characters",
};

const clusterEnvironment = z.object(clusterVariables);

/** Null for one process; a line for the terminal where the variables do not fit together. */
export function parseClusterSettings(
  value: z.output<typeof clusterEnvironment>,
  databaseUrl: string | undefined,
): NatsSettings | string | null {
  const { NATS_URL: servers, NATS_USERNAME: username, NATS_PASSWORD: password } = value;
  if (!servers || servers.length === 0)
    return username || password ? "NATS_URL must be set with NATS_USERNAME or NATS_PASSWORD." : null;
  if (!databaseUrl) return "DATABASE_URL must be set with NATS_URL: the embedded database has one process.";
  if (password && !username) return "NATS_USERNAME must be set with NATS_PASSWORD.";
  return { servers, username, password };
}
