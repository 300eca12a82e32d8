import type { ESTree } from "vite";
import type { ParsedFile } from "./buildSourceGraph.ts";
import { getControlLabel } from "./getControlLabel.ts";
import { type NodePath, walkNodePaths } from "./walkNodes.ts";

/** A place in the code that sends a call. */
export interface CallUse {
  /** Its name in the contract. */
  readonly call: string;
  /** What it is sent by, in the user's words; null where the code beside it says none. */
  readonly control: string | null;
}

/** The calls that a file sends; one that is only asked for its form, or for who may call it, is not sent. */
export function findCallUses({ program }: ParsedFile): CallUse[] {
  return [...walkNodePaths(program)].flatMap((placed) => {
    const call = getCallName(placed.node);
    if (call === null || isOnlyReferenced(placed)) return [];
    const control = getControlLabel(placed);
    return control === undefined ? [] : [{ call, control }];
  });
}

/** `boxAdd` of `boxCalls.boxAdd`. */
export function getCallName(node: ESTree.Node): string | null {
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return null;
  if (!node.object.name.endsWith("Calls") || node.property.type !== "Identifier") return null;
  return node.property.name;
}

function isOnlyReferenced({ ancestors: [outer] }: NodePath): boolean {
  if (outer?.type === "MemberExpression") return true;
  return (
    outer?.type === "CallExpression" && outer.callee.type === "Identifier" && outer.callee.name === "canCall"
  );
}
