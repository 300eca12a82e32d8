/** The part of a page that the permission rules need. */
export interface PermittedPage {
  readonly path: string;
  readonly title: string;
  /** Absent: open to all. */
  readonly roles?: readonly string[];
  readonly order: number;
}

export interface PageGroup<P> {
  readonly path: string;
  readonly title: string;
  readonly order: number;
  readonly pages: readonly P[];
}

/** Whether any of the roles can open the page. Admins open all; pages without roles are open to all. */
export function canAccessPage(
  roles: readonly string[],
  page: { readonly roles?: readonly string[] },
): boolean {
  return !page.roles || roles.includes("admin") || page.roles.some((role) => roles.includes(role));
}

/** Builds the sidebar for the given roles, in order; groups without an allowed page are omitted. */
export function buildMenu<P extends PermittedPage>(
  roles: readonly string[],
  groups: readonly PageGroup<P>[],
): PageGroup<P>[] {
  return groups
    .map((group) => ({
      ...group,
      pages: group.pages.filter((page) => canAccessPage(roles, page)).sort((a, b) => a.order - b.order),
    }))
    .filter(({ pages }) => pages.length > 0)
    .sort((a, b) => a.order - b.order);
}

/** Returns all pages that the roles may open, in menu order. */
export function getAllowedPages<P extends PermittedPage>(
  roles: readonly string[],
  groups: readonly PageGroup<P>[],
): P[] {
  return buildMenu(roles, groups).flatMap(({ pages }) => pages);
}

/** Returns the landing page after login; null if the roles open no page. */
export function getFirstPagePath<P extends PermittedPage>(
  roles: readonly string[],
  groups: readonly PageGroup<P>[],
): string | null {
  return getAllowedPages(roles, groups)[0]?.path ?? null;
}
