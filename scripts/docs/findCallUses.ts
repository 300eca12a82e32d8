import type { ESTree } from "vite";
import type { ParsedFile } from "./buildSourceGraph.ts";
import { type NodePath, walkNodePaths } from "./walkNodes.ts";

/**
 * What a user presses or looks at so that a call is sent, by the words beside it in the code: the label of an act,
 * the noun of a form or list, the title of a section. Null where a component asks on its own, undefined where the call
 * is only named: a form's `detailCall` says what a conflict answers with.
 */
function getControlLabel({ node, ancestors }: NodePath): string | null | undefined {
  let inner: ESTree.Node = node;
  for (const outer of ancestors) {
    const key = outer.type === "ObjectExpression" ? getKey(outer, inner) : "";
    if (
      outer.type === "ObjectExpression" &&
      key === "detailCall" &&
      getPropertyValue(outer, "columns") === null
    )
      return undefined;
    const label = outer.type === "ObjectExpression" ? getLabel(outer, key) : null;
    if (label !== null) return label;
    inner = outer;
  }
  return null;
}

/** The name under which a part stands in an object. */
function getKey(object: ESTree.ObjectExpression, part: ESTree.Node): string {
  const ownProperty = object.properties.find((property) => property === part);
  return ownProperty?.type === "Property" && ownProperty.key.type === "Identifier"
    ? ownProperty.key.name
    : "";
}

function getLabel(object: ESTree.ObjectExpression, key: string): string | null {
  const getLiteral = (name: string) => toLiteralText(getPropertyValue(object, name));
  const noun = getLiteral("noun");
  if (noun !== null) return recordActionLabel(key, noun) ?? null;
  const label = getLiteral("label") ?? getLiteral("submitLabel");
  if (label !== null) return label;
  return getLiteral("title") ?? getLiteral("placeholder");
}

/** What lists and forms call their parts. */
function recordActionLabel(key: string, noun: string): string | undefined {
  const labels = {
    call: "查询",
    detailCall: "详情",
    export: "导出",
    create: `新增${noun}`,
    update: `编辑${noun}`,
  };
  return Object.entries(labels).find(([name]) => name === key)?.[1];
}

function getPropertyValue(object: ESTree.ObjectExpression, name: string): ESTree.Node | null {
  for (const property of object.properties)
    if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === name)
      return property.value;
  return null;
}

/** A text, or what stands still of a title that names its record. */
function toLiteralText(node: ESTree.Node | null): string | null {
  if (node === null) return null;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "ArrowFunctionExpression") return toLiteralText(node.body);
  if (node.type !== "TemplateLiteral") return null;
  const text = node.quasis
    .map(({ value }) => value.raw.trim())
    .filter(Boolean)
    .join("…");
  return text === "" ? null : text;
}

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
