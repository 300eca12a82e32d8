import { canAccessPage } from "../../../machines/permissions.ts";
import { type PageEntry, pages } from "./pages.ts";

/** The pages that stand in the avatar menu for these roles, in their order. */
export const getAvatarPages = (roles: readonly string[]): PageEntry[] =>
  pages
    .filter((page) => page.group === "avatar" && canAccessPage(roles, page))
    .sort((a, b) => a.order - b.order);
