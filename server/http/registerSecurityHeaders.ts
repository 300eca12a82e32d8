import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Basemap } from "../../adapters/contract/basemap.ts";
import { getTileUrls } from "../settings/basemaps.ts";
import { getMediaOrigins } from "../settings/mediaSettings.ts";
import type { Settings } from "../settings/settings.ts";

/** Expands `{0-7}` and `{a-d}` to one URL each, as OpenLayers does. */
function expandSubdomains(address: string): readonly string[] {
  const [placeholder, first, last] = /\{(\d|[a-z])-(\d|[a-z])\}/.exec(address) ?? [];
  if (placeholder === undefined || first === undefined || last === undefined) return [address];
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) =>
    address.replace(placeholder, String.fromCharCode(from + i)),
  );
}

/** Other origins that tiles of these base maps come from, for the content security policy. */
function getTileOrigins(basemaps: readonly Basemap[]): readonly string[] {
  const origins = basemaps
    .flatMap(getTileUrls)
    .flatMap(expandSubdomains)
    .filter((address) => !address.startsWith("/"))
    .map((address) => new URL(address).origin);
  return [...new Set(origins)];
}

/** A year: browsers that came over TLS once do not come without it. */
const strictTransport = "max-age=31536000";
/** What the console does not use, neither may what gets into it. */
const permissionsPolicy = [
  "camera",
  "display-capture",
  "geolocation",
  "hid",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Sets security headers on every response. The component library needs inline styles. */
export async function registerSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const { api, proxy, device, hangar, socket, graphql } = settings.console;
  // The platform behind a gateway may name pictures and videos at its own hosts.
  const passedOn: readonly string[] = settings.gateway ? Object.values(settings.gateway) : [];
  const addresses = [api, proxy, device, hangar, socket, graphql, ...passedOn].filter(Boolean);
  const hosts = [...new Set(addresses.map((url) => new URL(url).origin))];
  const tiles = getTileOrigins(settings.basemaps);
  const media = getMediaOrigins(settings.media);
  await app.register(helmet, {
    // Below, for requests that came over TLS: plain http on a local network must stay reachable.
    hsts: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", ...hosts, ...tiles],
        fontSrc: ["'self'", "data:"],
        connectSrc: [
          "'self'",
          ({ headers }) => getOwnSocketSources(headers.host),
          ...hosts,
          ...tiles,
          ...media,
        ],
        // Players feed a picture through an object URL.
        mediaSrc: ["'self'", "blob:", ...hosts, ...media],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: "deny" },
  });
  app.addHook("onRequest", async ({ protocol }, reply) => {
    reply.header("permissions-policy", permissionsPolicy);
    // Of the connection itself, or of a proxy in TRUST_PROXY.
    if (protocol === "https") reply.header("strict-transport-security", strictTransport);
  });
}

/** WebSockets of this host, which older browsers do not include in `'self'`. Empty for a malformed host. */
const getOwnSocketSources = (host = "") => (/^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "");
