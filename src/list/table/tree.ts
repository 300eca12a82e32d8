import type { AnyRow } from "../listDefinition.ts";

type GetParentId = (row: AnyRow) => string | null;

/** A row's position in its tree. */
export interface TreeNode {
  /** Ids of its ancestors, topmost first. */
  readonly ancestors: readonly string[];
  readonly hasChildren: boolean;
}

/** Sorts each row behind its parent; siblings keep their order. */
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
  // Rows in a cycle have no root: show them anyway.
  for (const row of rows) visit(row);
  return [...visited];
}

/** Each row's node by id; expects rows in tree order. */
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

/** The rows without a collapsed ancestor. */
export function visibleRows<R extends AnyRow>(
  rows: readonly R[],
  nodes: ReadonlyMap<string, TreeNode>,
  collapsed: ReadonlySet<string>,
): readonly R[] {
  return rows.filter(({ id }) => !nodes.get(id)?.ancestors.some((ancestor) => collapsed.has(ancestor)));
}
