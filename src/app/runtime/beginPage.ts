import type { Location } from "react-router-dom";
import type { StoredUser } from "../../../adapters/contract/session.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { routeOf } from "../routes/routeOf.ts";
import type { ConsoleRuntime } from "./startConsole.ts";

/** Visits the page of the address the console is opened with, and lets it begin: its rows come while the shell is drawn. */
export function beginPage(
  { tags, scopes }: ConsoleRuntime,
  client: Client,
  user: StoredUser,
  { pathname, search, hash }: Location,
): void {
  const route = routeOf(pathname, user.roles, false);
  if (route.kind !== "page") return;
  const { path, title, code } = route.page;
  tags.send({ type: "page.visit", page: { path, title, location: pathname + search + hash } });
  const tag = tags.getSnapshot().context.tags.find((one) => one.path === path);
  if (tag) code.present()?.begin?.({ scope: scopes.of(tag), client, search });
}
