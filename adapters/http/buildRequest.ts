import type { ConsoleConfig } from "../contract/config.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { hostPrefixes } from "../contract/hosts.ts";
import type { Credentials } from "./credentials.ts";

interface LooseArgs {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly file?: Blob;
}

/** URL of a call: base of its host, path with parameters filled in, query without absent and empty values. */
export function buildUrl(endpoint: Endpoint, args: object, config: ConsoleConfig): string {
  const { params = {}, query = {} } = args as LooseArgs;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const definedEntries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)])).toString();
  const isProxyLogin = endpoint.path === "/user/login" && config.loginBase === "proxy";
  const host = isProxyLogin ? "proxy" : endpoint.host;
  return `${config[host]}${hostPrefixes[host]}${path}${search ? `?${search}` : ""}`;
}

/** Method, headers and body. `u-platform` is sent with a login only; the token is sent in two headers, as specified. */
export function buildRequest(
  endpoint: Endpoint,
  args: object,
  credentials: Credentials | null,
  exportId?: string,
): RequestInit {
  const { body, file } = args as LooseArgs;
  const headers: Record<string, string> = {};
  if (credentials) {
    headers["Authorization"] = credentials.token;
    headers["X-Token"] = credentials.token;
    headers["u-token"] = credentials.uToken;
  }
  if (endpoint.path === "/user/login") headers["u-platform"] = "web";
  if (exportId) headers["X-Export-Id"] = exportId;
  if (endpoint.kind === "multipart" && file) {
    const form = new FormData();
    form.append("file", file);
    return { method: endpoint.method, headers, body: form };
  }
  if (body === undefined) return { method: endpoint.method, headers };
  headers["Content-Type"] = "application/json";
  return { method: endpoint.method, headers, body: JSON.stringify(body) };
}
