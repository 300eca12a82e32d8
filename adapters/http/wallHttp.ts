import { hostPrefixes } from "../contract/hosts.ts";
import { wallPaths } from "../contract/screen.ts";
import { getBasePrefix, toServerPath } from "./basePath.ts";
import { CallError } from "./callError.ts";
import { fetchDocument } from "./consoleBuild.ts";
import { scopeStorage } from "./scopeStorage.ts";

/** The address below `/wall` of a call's address in the console. */
export const toWallUrl = (url: string): string =>
  url.startsWith(hostPrefixes.api)
    ? `${wallPaths.api}${url.slice(hostPrefixes.api.length)}`
    : `${wallPaths.cookie}${url}`;

/** Sends the console's calls to where a screen may make them. */
export const fetchForWall = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  fetch(`${getBasePrefix()}${toWallUrl(String(input))}`, init);

/** Rejects unless the server and its database answer: a page that is loaded without them shows nothing. */
export async function checkServerReady(signal: AbortSignal, timeoutMs: number): Promise<void> {
  const { ok } = await fetch(toServerPath("/ready"), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    cache: "no-store",
  });
  if (!ok) throw new CallError("unavailable", "GET /ready");
}

/** The document that the server serves to screens now. */
export const fetchWallDocument = (signal: AbortSignal, timeoutMs: number): Promise<Document> =>
  fetchDocument(toServerPath(wallPaths.cookie), signal, timeoutMs);

const reloadedAtKey = "wall.reloadedAt";

/** When the page last reloaded itself, ms since 1970: it outlives the reload. */
export const reloadTime = {
  read: (): number | null => Number(scopeStorage(sessionStorage).getItem(reloadedAtKey)) || null,
  write: (at: number): void => scopeStorage(sessionStorage).setItem(reloadedAtKey, String(at)),
};
