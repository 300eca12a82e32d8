import type { Caller } from "../../../adapters/contract/mayCall.ts";
import { buildMenu, canAccessPage, getAllowedPages } from "../../../machines/permissions.ts";
import { deskPath, getMenuGroups, isOnPlatform } from "./menuGroups.ts";
import { findPage, type PageEntry } from "./pages.ts";

/** What an address means for somebody. */
export type Route =
  | { readonly kind: "page"; readonly page: PageEntry }
  | { readonly kind: "redirect"; readonly to: string }
  /** `/redirect/{path}` resets the page at `path`. */
  | { readonly kind: "refresh"; readonly path: string }
  /** `/auth-redirect`. */
  | { readonly kind: "authReturn" }
  /** `/__qa` shows the running machines to testers. */
  | { readonly kind: "qa" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "unknown" };

/** Which optional pages exist. */
interface RouteOptions {
  readonly qa: boolean;
  /** Whether the platform has calls beyond the specification, which the pages of the group `own` need. */
  readonly extensions: boolean;
}

/** Whether somebody may open the page of an address. */
export function canOpenPage(
  address: string,
  user: Caller,
  { extensions }: Pick<RouteOptions, "extensions">,
): boolean {
  const page = findPage(address.split("?")[0] ?? "");
  return page !== undefined && isOnPlatform(page, extensions) && canAccessPage(user, page);
}

/**
 * The first page after login, whose tag cannot be closed: the desk, or the menu's first page on a platform without the
 * desk's call.
 */
export function getFirstPage(
  user: Caller,
  { extensions }: Pick<RouteOptions, "extensions">,
): PageEntry | undefined {
  const desk = extensions ? findPage(deskPath) : undefined;
  return desk ?? getAllowedPages(user, getMenuGroups(extensions))[0];
}

/** Resolves a pathname for somebody; a trailing slash is removed. */
export function resolveRoute(pathname: string, user: Caller, { qa, extensions }: RouteOptions): Route {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const menuGroups = getMenuGroups(extensions);
  const menu = buildMenu(user, menuGroups);
  // The login has no address of its own, but people keep one.
  if (path === "/" || path === "/login") {
    const firstPage = getFirstPage(user, { extensions });
    return firstPage ? { kind: "redirect", to: firstPage.path } : { kind: "forbidden" };
  }
  if (path.startsWith("/redirect/")) return { kind: "refresh", path: path.slice("/redirect".length) };
  if (path === "/auth-redirect") return { kind: "authReturn" };
  if (path === "/__qa" && qa) return { kind: "qa" };
  if (path === "/401") return { kind: "forbidden" };
  if (path === "/404") return { kind: "unknown" };
  const page = findPage(path);
  if (page && isOnPlatform(page, extensions)) {
    if (path !== pathname) return { kind: "redirect", to: path };
    return canAccessPage(user, page) ? { kind: "page", page } : { kind: "forbidden" };
  }
  if (menuGroups.some((group) => group.path === path)) {
    const firstPage = menu.find((group) => group.path === path)?.pages[0];
    return firstPage ? { kind: "redirect", to: firstPage.path } : { kind: "forbidden" };
  }
  return { kind: "unknown" };
}
