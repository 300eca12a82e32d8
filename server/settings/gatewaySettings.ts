import * as z from "zod/mini";
import { baseUrlSchema } from "./environmentSchemas.ts";

/** The hosts of another platform that calls and socket are passed on to. */
export interface GatewaySettings {
  readonly api: string;
  readonly proxy: string;
  readonly device: string;
  readonly hangar: string;
  readonly graphql: string;
  /** `ws` or `wss`, with its path. */
  readonly socket: string;
}

/** Environment variables of the platform that the console is a gateway to, see `docs/hosting.md`. */
export const gatewayVariables = {
  UPSTREAM_API: z.optional(baseUrlSchema),
  UPSTREAM_PROXY: z.optional(baseUrlSchema),
  UPSTREAM_DEVICE: z.optional(baseUrlSchema),
  UPSTREAM_HANGAR: z.optional(baseUrlSchema),
  UPSTREAM_GRAPHQL: z.optional(baseUrlSchema),
  UPSTREAM_SOCKET: z.optional(z.url({ protocol: /^wss?$/ })),
};

/** Expected value of the only one that is no host, for error messages. */
export const expectedGatewayValues = { UPSTREAM_SOCKET: "an address that begins with ws:// or wss://" };

/** The hosts that are neither the platform's main one nor its proxy. */
export const findSideHosts = (gateway: GatewaySettings) =>
  (["device", "hangar", "graphql"] as const).filter(
    (host) => gateway[host] !== gateway.api && gateway[host] !== gateway.proxy,
  );

const gatewayEnvironment = z.object(gatewayVariables);

const withSocketPath = (address: string, path: string): string => {
  const { pathname, search } = new URL(address);
  return pathname === "/" && search === "" ? `${address.replace(/\/$/, "")}${path}` : address;
};

/**
 * Null where this server is the platform; a line for the terminal where the variables do not fit together.
 * @param ownHosts what the console would call without this server in between
 * @param socketPath of a socket whose address has none
 */
export function parseGatewaySettings(
  value: z.output<typeof gatewayEnvironment>,
  ownHosts: readonly (string | undefined)[],
  socketPath: string,
): GatewaySettings | string | null {
  const { UPSTREAM_API: api, UPSTREAM_PROXY: proxy, UPSTREAM_DEVICE: device } = value;
  const { UPSTREAM_HANGAR: hangar, UPSTREAM_GRAPHQL: graphql, UPSTREAM_SOCKET: socket } = value;
  if (!api)
    return proxy || device || hangar || graphql || socket
      ? "UPSTREAM_API must be set with the other UPSTREAM_ variables."
      : null;
  if (ownHosts.some(Boolean))
    return "API_HOST, PROXY_HOST, DEVICE_HOST, HANGAR_HOST, GRAPHQL_HOST and SOCKET_URL must not be set with UPSTREAM_API: the console calls this server.";
  return {
    api,
    proxy: proxy || api,
    device: device || api,
    hangar: hangar || api,
    graphql: graphql || api,
    socket: socket ? withSocketPath(socket, socketPath) : `${api.replace(/^http/, "ws")}${socketPath}`,
  };
}
