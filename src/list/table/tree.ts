import type { AnyRow } from "../listDefinition.ts";

type GetParentId = (row: AnyRow) => string | null;

/** Where a row stands in its tree. */
export interface TreeNode {
  /** Ids of the rows it stands below, the topmost first. */
  readonly ancestors: readonly string[];
  readonly hasChildren: boolean;
}

/** The rows with each behind the row it stands below, siblings in the order they came in. */
export function sortByTree<R extends AnyRow>(
  rows: readonly R[],
  getParentId: (row: R) => string | null,
): R[] {
  const ids = new Set(rows.map(({ id }) => id));
  const childrenByParent = new Map<string | null, R[]>();
  for (const row of rows) {
    const parent = getParentId(row);
    const key = parent !== null && ids.has(parent) ? parent : null;
    childrenByParent.set(key, [...(childrenByParent.get(key) ?? []), row]);
  }
  const visited = new Set<R>();
  const visit = (row: R): void => {
    if (visited.has(row)) return;
    visited.add(row);
    for (const child of childrenByParent.get(row.id) ?? []) visit(child);
  };
  for (const row of childrenByParent.get(null) ?? []) visit(row);
  // Rows that stand below each other in a ring have no top: they are shown all the same.
  for (const row of rows) visit(row);
  return [...visited];
}

/** Each row's place, by its id; the rows in tree order. */
export function treeNodes(rows: readonly AnyRow[], getParentId: GetParentId): ReadonlyMap<string, TreeNode> {
  const parents = new Set(rows.map(getParentId));
  const nodes = new Map<string, TreeNode>();
  for (const row of rows) {
    const parent = getParentId(row) ?? "";
    const parentNode = nodes.get(parent);
    const ancestors = parentNode ? [...parentNode.ancestors, parent] : [];
    nodes.set(row.id, { ancestors, hasChildren: parents.has(row.id) });
  }
  return nodes;
}

/** The rows that no folded row hides. */
export function visibleRows<R extends AnyRow>(
  rows: readonly R[],
  nodes: ReadonlyMap<string, TreeNode>,
  collapsed: ReadonlySet<string>,
): readonly R[] {
  return rows.filter(({ id }) => !nodes.get(id)?.ancestors.some((ancestor) => collapsed.has(ancestor)));
}
