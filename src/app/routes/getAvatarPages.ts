import { canAccessPage } from "../../../machines/permissions.ts";
import { type PageEntry, pages } from "./pages.ts";

/** The avatar menu's pages for these roles, in order. */
export const getAvatarPages = (roles: readonly string[]): PageEntry[] =>
  pages
    .filter((page) => page.group === "avatar" && canAccessPage(roles, page))
    .sort((a, b) => a.order - b.order);
