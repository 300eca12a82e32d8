import type { ESTree } from "vite";

/** A node and its ancestors, nearest first. */
export interface NodePath {
  readonly node: ESTree.Node;
  readonly ancestors: readonly ESTree.Node[];
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Yields a node and its descendants. */
export function* walkNodes(node: ESTree.Node): Generator<ESTree.Node> {
  for (const nodePath of walkNodePaths(node)) yield nodePath.node;
}

/** Yields a node and its descendants, each with its ancestors. */
export function* walkNodePaths(
  node: ESTree.Node,
  ancestors: readonly ESTree.Node[] = [],
): Generator<NodePath> {
  yield { node, ancestors };
  for (const child of Object.values<unknown>({ ...node }))
    for (const item of Array.isArray(child) ? child : [child])
      if (isNode(item)) yield* walkNodePaths(item, [node, ...ancestors]);
}
