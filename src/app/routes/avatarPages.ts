import { mayOpen } from "../../../machines/permissions.ts";
import { type PageEntry, pages } from "./pages.ts";

/** The pages that stand in the avatar menu for these roles, in their order. */
export const avatarPages = (roles: readonly string[]): PageEntry[] =>
  pages
    .filter((page) => page.group === "avatar" && mayOpen(roles, page))
    .sort((one, other) => one.order - other.order);
