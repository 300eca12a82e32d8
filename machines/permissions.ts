/** What the rules on roles need of a page; a page may hold more. */
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

/** Whether one of these roles opens the page: admin opens all, a page without roles is open to all. */
export function canAccessPage(
  roles: readonly string[],
  page: { readonly roles?: readonly string[] },
): boolean {
  return !page.roles || roles.includes("admin") || page.roles.some((role) => roles.includes(role));
}

/** The sidebar of these roles: groups and pages in their order, groups without an allowed page left out. */
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

/** Every page these roles may open, in the menu's order. */
export function getAllowedPages<P extends PermittedPage>(
  roles: readonly string[],
  groups: readonly PageGroup<P>[],
): P[] {
  return buildMenu(roles, groups).flatMap(({ pages }) => pages);
}

/** Where login leads; null where the roles open nothing. */
export function getFirstPagePath<P extends PermittedPage>(
  roles: readonly string[],
  groups: readonly PageGroup<P>[],
): string | null {
  return getAllowedPages(roles, groups)[0]?.path ?? null;
}
