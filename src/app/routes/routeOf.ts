import { mayOpen, menuFor } from "../../../machines/permissions.ts";
import { menuGroups } from "./menuGroups.ts";
import { type PageEntry, pages } from "./pages.ts";

/** What an address means for a session with these roles. */
export type Route =
  | { readonly kind: "page"; readonly page: PageEntry }
  | { readonly kind: "redirect"; readonly to: string }
  /** `/redirect/{path}`: the page behind it, anew. */
  | { readonly kind: "refresh"; readonly path: string }
  /** `/auth-redirect`. */
  | { readonly kind: "authReturn" }
  /** The running machines, for testers. */
  | { readonly kind: "qa" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "unknown" };

/** What there is beside the menu's pages. */
interface Offered {
  readonly qa: boolean;
  /** Whether the platform has our own calls, on which the pages of the avatar menu live. */
  readonly extensions: boolean;
}

/** Resolves a pathname; without a trailing slash, as the pages name theirs. */
export function routeOf(pathname: string, roles: readonly string[], { qa, extensions }: Offered): Route {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const menu = menuFor(roles, menuGroups);
  if (path === "/") {
    const first = menu[0]?.pages[0];
    return first ? { kind: "redirect", to: first.path } : { kind: "forbidden" };
  }
  if (path.startsWith("/redirect/")) return { kind: "refresh", path: path.slice("/redirect".length) };
  if (path === "/auth-redirect") return { kind: "authReturn" };
  if (path === "/__qa" && qa) return { kind: "qa" };
  if (path === "/401") return { kind: "forbidden" };
  if (path === "/404") return { kind: "unknown" };
  const page = pages.find((one) => one.path === path && (extensions || one.group !== "avatar"));
  if (page) {
    if (path !== pathname) return { kind: "redirect", to: path };
    return mayOpen(roles, page) ? { kind: "page", page } : { kind: "forbidden" };
  }
  if (menuGroups.some((group) => group.path === path)) {
    const first = menu.find((group) => group.path === path)?.pages[0];
    return first ? { kind: "redirect", to: first.path } : { kind: "forbidden" };
  }
  return { kind: "unknown" };
}
