import type { ActorRefFrom } from "xstate";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { tagsMachine } from "../../../machines/tags.machine.ts";
import { resolveRoute } from "../routes/resolveRoute.ts";
import type { PageScopes } from "./createPageScopes.ts";

export type TagsActor = ActorRefFrom<ReturnType<typeof tagsMachine>>;

/** The address that the console opens at. */
export type Address = Pick<Location, "pathname" | "search" | "hash">;

/** How long the first render waits for the page's rows, ms; most rows arrive within it. */
const rowsTimeoutMs = 150;

/** Visits the page of the address and runs its loader. Resolves when the page can render; null without a loader. */
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
