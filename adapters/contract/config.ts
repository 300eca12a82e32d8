import * as z from "zod/mini";
import { requestTimeoutMs } from "./constants.ts";

/** `/config.json`, read before the first call. An empty host means the page's own origin. */
const consoleConfig = z.object({
  api: z.string(),
  proxy: z.string(),
  device: z.string(),
  hangar: z.string(),
  socket: z.string(),
  graphql: z.string(),
  /** Hosts behind a gateway that are others than `api` and `proxy`: their 401 and 403 end no session. */
  sideHosts: z.optional(z.array(z.enum(["device", "hangar", "graphql"]))),
  /** Host for `/user/login`. */
  loginBase: z.enum(["api", "proxy"]),
  /** `login`: from the login response. `admin`: every session counts as admin, as the specification literally demands. */
  rolesFrom: z.enum(["login", "admin"]),
  /** Enables this project's own calls under `/wms/api/x/`; false for a platform without them. */
  extensions: z.boolean(),
  /** What happens after idling: `lock` locks the screen, `off` signs out. */
  watch: z.enum(["off", "lock"]),
  qa: z.boolean(),
  /** How long a call may take. Default: the specification's 5 s; more for a platform or a line that is slow. */
  requestTimeoutMs: z.int().check(z.gte(1_000)),
  /** False hides the settings drawer and its handle. */
  showSettings: z.optional(z.boolean()),
  /** Customer sign-up page, target of a channel's link and QR code. Default: `/register` on the page's own origin. */
  signUp: z.optional(z.string()),
  /** Additional base maps, parsed by the pages with a map; see `basemap.ts`. */
  basemaps: z.optional(z.unknown()),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;
/** Names of all its keys. */
export const configNames: readonly string[] = Object.keys(consoleConfig.shape);

/** `/config.json` as somebody writes it by hand: `api` is enough. */
const writtenConfig = z.partial(consoleConfig);
type WrittenConfig = z.output<typeof writtenConfig>;

/**
 * Completes a configuration. The hosts that are not named are `api`'s, the socket's as `ws` or `wss`. A platform at
 * another host is taken for one of others, without this project's own calls, unless `extensions` says otherwise.
 */
export function completeConsoleConfig(written: WrittenConfig & { readonly api: string }): ConsoleConfig {
  const { api } = written;
  return {
    ...written,
    proxy: written.proxy ?? api,
    device: written.device ?? api,
    hangar: written.hangar ?? api,
    socket: written.socket ?? api.replace(/^http/, "ws"),
    graphql: written.graphql ?? api,
    loginBase: written.loginBase ?? "api",
    rolesFrom: written.rolesFrom ?? "login",
    extensions: written.extensions ?? api === "",
    watch: written.watch ?? "off",
    qa: written.qa ?? false,
    requestTimeoutMs: written.requestTimeoutMs ?? requestTimeoutMs,
  };
}

/**
 * Parses `/config.json`; null for what is no configuration, and where `api` is missing: a console that guessed its host
 * would send passwords to it.
 */
export function parseConsoleConfig(json: unknown): ConsoleConfig | null {
  const { data: written } = writtenConfig.safeParse(json);
  return written?.api === undefined ? null : completeConsoleConfig({ ...written, api: written.api });
}
