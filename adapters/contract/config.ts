import * as z from "zod/mini";

/** `/config.json`, read before the first call. An empty host means the page's own origin. */
export const consoleConfig = z.object({
  api: z.string(),
  proxy: z.string(),
  device: z.string(),
  hangar: z.string(),
  socket: z.string(),
  graphql: z.string(),
  /** Host for `/user/login`. */
  loginBase: z.enum(["api", "proxy"]),
  /** `login`: from the login response. `admin`: every session counts as admin, as the specification literally demands. */
  rolesFrom: z.enum(["login", "admin"]),
  /** Enables this project's own calls under `/wms/api/x/`; false for a platform without them. */
  extensions: z.boolean(),
  /** What happens after idling: `lock` locks the screen, `off` signs out. */
  watch: z.enum(["off", "lock"]),
  qa: z.boolean(),
  /** False hides the settings drawer and its handle. */
  showSettings: z.optional(z.boolean()),
  /** Customer sign-up page, target of a channel's link and QR code. Default: `/register` on the page's own origin. */
  signUp: z.optional(z.string()),
  /** Additional base maps, parsed by the pages with a map; see `basemap.ts`. */
  basemaps: z.optional(z.unknown()),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;
