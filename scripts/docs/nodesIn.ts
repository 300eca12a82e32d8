import type { ESTree } from "vite";

/** A node and what it stands in, the nearest first. */
export interface Placed {
  readonly node: ESTree.Node;
  readonly above: readonly ESTree.Node[];
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** A node and everything in it. */
export function* nodesIn(node: ESTree.Node): Generator<ESTree.Node> {
  for (const placed of placedIn(node)) yield placed.node;
}

/** The same, each with what it stands in. */
export function* placedIn(node: ESTree.Node, above: readonly ESTree.Node[] = []): Generator<Placed> {
  yield { node, above };
  for (const part of Object.values<unknown>({ ...node }))
    for (const one of Array.isArray(part) ? part : [part])
      if (isNode(one)) yield* placedIn(one, [node, ...above]);
}
