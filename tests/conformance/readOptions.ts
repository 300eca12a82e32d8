import { parseArgs } from "node:util";
import type { ConformanceOptions } from "./runConformance.ts";

const usage =
  "npm run conformance -- --api URL --account PHONE:PASSWORD [--device URL] [--hangar URL] [--proxy URL] [--socket URL] [--origin URL] [--login-base api|proxy] [--write] [--lasting] [--extensions]";

type Options = Omit<ConformanceOptions, "now" | "watchMs" | "heartbeatMs">;

/** The options of the command, or one line on what is wrong with them. */
export function readOptions(args: readonly string[]): Options | { readonly error: string } {
  try {
    return parseOptions(args);
  } catch (error) {
    return { error: `${error instanceof Error ? error.message : String(error)}\n${usage}` };
  }
}

function parseOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      api: text,
      proxy: text,
      device: text,
      hangar: text,
      socket: text,
      origin: text,
      account: text,
      "login-base": { type: "string", default: "api" },
      write: flag,
      lasting: flag,
      extensions: flag,
    },
  });
  const { api, account = "", proxy, device, hangar, socket, origin, write, lasting, extensions } = values;
  if (api === undefined) throw new Error("--api is missing: the address of the platform, without /wms/api");
  const [, phoneNumber, password] = /^([^:]+):(.+)$/.exec(account) ?? [];
  if (phoneNumber === undefined || password === undefined)
    throw new Error("--account is missing: a phone number and its password, as 13800000001:secret");
  const loginBase = values["login-base"];
  if (loginBase !== "api" && loginBase !== "proxy") throw new Error("--login-base is api or proxy");
  for (const [name, url] of Object.entries({ api, proxy, device, hangar, socket, origin }))
    assertUrl(name, url);
  return {
    api: toBase(api),
    proxy: toBase(proxy),
    device: toBase(device),
    hangar: toBase(hangar),
    socket,
    // As a browser names it, without a path.
    origin: origin && new URL(origin).origin,
    loginBase,
    phoneNumber,
    password,
    write,
    lasting,
    extensions,
  };
}

function assertUrl(name: string, url: string | undefined): void {
  if (url !== undefined && !/^(?:https?|wss?):$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Error(`--${name} is no address: ${url}`);
}

/** Paths of the calls begin with a slash. */
function toBase(url: string): string;
function toBase(url: string | undefined): string | undefined;
function toBase(url: string | undefined): string | undefined {
  return url?.replace(/\/$/, "");
}
