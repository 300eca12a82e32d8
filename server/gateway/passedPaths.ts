import { hostPrefixes } from "../../adapters/contract/hosts.ts";
import { wallPaths } from "../../adapters/contract/screen.ts";
import { socketPath } from "../../adapters/contract/socket.ts";
import { mediaPath } from "../media/mediaAddresses.ts";
import type { GatewaySettings } from "../settings/gatewaySettings.ts";

/** A path that is passed on, with all below it. */
export interface PassedPath {
  readonly prefix: string;
  readonly host: string;
  /** Screens are known by a cookie, which is passed on below this path only. */
  readonly isScreens?: boolean;
}

/**
 * The paths that are passed on: the calls of the specification, and files that a platform may name by their path.
 * @param extensions whether the platform is another server of this project, with screens
 */
export function getPassedPaths(
  { api, device, hangar, graphql, proxy }: GatewaySettings,
  extensions: boolean,
): readonly PassedPath[] {
  const screens = [wallPaths.api, wallPaths.graphql, `${wallPaths.cookie}${mediaPath}`];
  return [
    { prefix: hostPrefixes.api, host: api },
    { prefix: "/uploads", host: api },
    { prefix: mediaPath, host: api },
    { prefix: "/iapi", host: device },
    { prefix: "/hangar", host: hangar },
    { prefix: "/graphql", host: graphql },
    { prefix: "/vue-element-admin", host: proxy },
    { prefix: "/user/info", host: proxy },
    { prefix: "/user/login", host: proxy },
    ...(extensions ? screens.map((prefix) => ({ prefix, host: api, isScreens: true })) : []),
  ];
}

/** A path at which sockets are passed on. */
export interface PassedSocket {
  /** As routes have it. */
  readonly url: string;
  /** Address at the platform; that of a request where the path is added to it. */
  readonly target: string;
  readonly isPathAdded?: boolean;
  readonly isScreens?: boolean;
}

/** The console's socket, live video, and those of screens. */
export function getPassedSockets(
  { api, socket }: GatewaySettings,
  extensions: boolean,
): readonly PassedSocket[] {
  const added = { target: api.replace(/^http/, "ws"), isPathAdded: true };
  const screens = [wallPaths.socket, `${wallPaths.cookie}${mediaPath}/*`];
  return [
    { url: socketPath, target: socket },
    { url: `${mediaPath}/*`, ...added },
    ...(extensions ? screens.map((url) => ({ url, ...added, isScreens: true })) : []),
  ];
}

/**
 * Where a browser finds what the platform has named in a redirect: here, if it is passed on, else at the platform.
 * @param asked the address at the platform that answered
 */
export function translateRedirect(
  location: string,
  asked: string,
  paths: readonly PassedPath[],
  basePath: string,
): string {
  if (!URL.canParse(location, asked)) return location;
  const target = new URL(location, asked);
  for (const { prefix, host } of paths) {
    const { origin, pathname } = new URL(host);
    const folder = pathname.replace(/\/$/, "");
    if (target.origin !== origin || !`${target.pathname}/`.startsWith(`${folder}${prefix}/`)) continue;
    return `${basePath.slice(0, -1)}${target.href.slice(origin.length + folder.length)}`;
  }
  return target.href;
}
