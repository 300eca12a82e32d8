import * as z from "zod/mini";

/** `/config.json`: where the hosts are, read before the first call. Empty strings mean this very origin. */
export const consoleConfig = z.object({
  api: z.string(),
  proxy: z.string(),
  device: z.string(),
  hangar: z.string(),
  socket: z.string(),
  graphql: z.string(),
  /** Which base `/user/login` goes to. */
  loginBase: z.enum(["api", "proxy"]),
  /** `admin` is the specification's literal reading: every session counts as admin. */
  rolesFrom: z.enum(["login", "admin"]),
  /** Our own calls under /wms/api/x/; off against a platform that lacks them. */
  extensions: z.boolean(),
  /** `lock` locks the desk instead of signing out after idling. */
  watch: z.enum(["off", "lock"]),
  qa: z.boolean(),
  /** False leaves out the settings drawer and its handle. */
  showSettings: z.optional(z.boolean()),
  /** Where customers sign up, which a channel's link and QR code lead to; without it, /register on this very origin. */
  signUp: z.optional(z.string()),
  /** Base maps beside the embedded one, read by the pages that have a map: `basemap.ts` says what one is. */
  basemaps: z.optional(z.unknown()),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;
