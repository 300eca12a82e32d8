import type { ESTree } from "vite";
import { controlOf } from "./controlOf.ts";
import { type Placed, placedIn } from "./nodesIn.ts";
import type { SourceFile } from "./sourceGraph.ts";

/** A place in the code that sends a call. */
export interface CallUse {
  /** Its name in the contract. */
  readonly call: string;
  /** What it is sent by, in the user's words; null where the code beside it says none. */
  readonly control: string | null;
}

/** The calls that a file sends; one that is only asked for its form, or for who may call it, is not sent. */
export function callUses({ program }: SourceFile): CallUse[] {
  return [...placedIn(program)].flatMap((placed) => {
    const call = callNamed(placed.node);
    if (call === null || isOnlyAsked(placed)) return [];
    const control = controlOf(placed);
    return control === undefined ? [] : [{ call, control }];
  });
}

/** `boxAdd` of `boxCalls.boxAdd`. */
export function callNamed(node: ESTree.Node): string | null {
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return null;
  if (!node.object.name.endsWith("Calls") || node.property.type !== "Identifier") return null;
  return node.property.name;
}

function isOnlyAsked({ above: [outer] }: Placed): boolean {
  if (outer?.type === "MemberExpression") return true;
  return (
    outer?.type === "CallExpression" && outer.callee.type === "Identifier" && outer.callee.name === "mayCall"
  );
}
