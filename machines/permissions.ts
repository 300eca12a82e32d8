import { type Caller, mayCall } from "../adapters/contract/mayCall.ts";
import type { Role } from "../adapters/contract/roles.ts";

/** The part of a page that the permission rules need. */
export interface PermittedPage {
  readonly path: string;
  readonly title: string;
  /** Absent: open to all. */
  readonly roles?: readonly Role[];
  /** The right that these roles have by the contract, if admins can give and take it: the path of a call. */
  readonly right?: `/${string}`;
  readonly order: number;
}

export interface PageGroup<P> {
  readonly path: string;
  readonly title: string;
  readonly order: number;
  readonly pages: readonly P[];
}

/** Whether somebody can open the page. Admins open all; pages without roles are open to all. */
export function canAccessPage(
  caller: Caller,
  { roles: access, right: path = "/" }: Pick<PermittedPage, "roles" | "right">,
): boolean {
  return !access || caller.roles.includes("admin") || mayCall(caller, { access, path });
}

/** Builds the sidebar of somebody, in order; groups without an allowed page are omitted. */
export function buildMenu<P extends PermittedPage>(
  caller: Caller,
  groups: readonly PageGroup<P>[],
): PageGroup<P>[] {
  return groups
    .map((group) => ({
      ...group,
      pages: group.pages.filter((page) => canAccessPage(caller, page)).sort((a, b) => a.order - b.order),
    }))
    .filter(({ pages }) => pages.length > 0)
    .sort((a, b) => a.order - b.order);
}

/** Returns all pages that somebody may open, in menu order. */
export function getAllowedPages<P extends PermittedPage>(
  caller: Caller,
  groups: readonly PageGroup<P>[],
): P[] {
  return buildMenu(caller, groups).flatMap(({ pages }) => pages);
}

/** Returns the landing page after login; null if they open no page. */
export function getFirstPagePath<P extends PermittedPage>(
  caller: Caller,
  groups: readonly PageGroup<P>[],
): string | null {
  return getAllowedPages(caller, groups)[0]?.path ?? null;
}
