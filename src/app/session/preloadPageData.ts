import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { resolveRoute } from "../routes/resolveRoute.ts";
import type { PageScopes } from "./createPageScopes.ts";
import type { TagsActor } from "./startSessionRuntime.ts";

/** Where the console is opened. */
export type Address = Pick<Location, "pathname" | "search" | "hash">;

/** For which the first picture waits for the page's rows, ms: mostly they are in it, and nobody waits for it long. */
const rowsTimeoutMs = 150;

/**
 * Visits the page of the address the console is opened with, and lets it begin. Resolves when it can be shown; null
 * where there is nothing to wait for.
 */
export function preloadPageData(
  { tags, scopes }: { readonly tags: TagsActor; readonly scopes: PageScopes },
  client: Client,
  { user, extensions }: { readonly user: StoredUser; readonly extensions: boolean },
  { pathname, search, hash }: Address,
): Promise<void> | null {
  const route = resolveRoute(pathname, user.roles, { qa: false, extensions });
  if (route.kind !== "page") return null;
  const { path, title, Component } = route.page;
  tags.send({ type: "page.visit", page: { path, title, location: pathname + search + hash } });
  const tag = tags.getSnapshot().context.tags.find((candidate) => candidate.path === path);
  const loading =
    tag && Component.getLoaded()?.loader?.({ scope: scopes.forTag(tag), client, roles: user.roles, search });
  if (!loading) return null;
  return Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, rowsTimeoutMs))]);
}
