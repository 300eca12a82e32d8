import type { ESTree } from "vite";
import type { Placed } from "./nodesIn.ts";

/**
 * What a user presses or looks at so that a call is sent, by the words beside it in the code: the label of an act,
 * the noun of a form or list, the title of a section. Null where a component asks on its own, undefined where the call
 * is only named: a form's `one` says what a conflict answers with.
 */
export function controlOf({ node, above }: Placed): string | null | undefined {
  let inner: ESTree.Node = node;
  for (const outer of above) {
    const key = outer.type === "ObjectExpression" ? keyOf(outer, inner) : "";
    if (outer.type === "ObjectExpression" && key === "one" && valueOf(outer, "columns") === null)
      return undefined;
    const words = outer.type === "ObjectExpression" ? wordsOf(outer, key) : null;
    if (words !== null) return words;
    inner = outer;
  }
  return null;
}

/** The name under which a part stands in an object. */
function keyOf(object: ESTree.ObjectExpression, part: ESTree.Node): string {
  const own = object.properties.find((property) => property === part);
  return own?.type === "Property" && own.key.type === "Identifier" ? own.key.name : "";
}

function wordsOf(object: ESTree.ObjectExpression, key: string): string | null {
  const said = (name: string) => literalOf(valueOf(object, name));
  const noun = said("noun");
  if (noun !== null) return ofRecords(key, noun) ?? null;
  const named = said("label") ?? said("submitLabel");
  if (named !== null) return named;
  return said("title") ?? said("placeholder");
}

/** What lists and forms call their parts. */
function ofRecords(key: string, noun: string): string | undefined {
  const words = { call: "查询", one: "详情", export: "导出", create: `新增${noun}`, update: `编辑${noun}` };
  return Object.entries(words).find(([name]) => name === key)?.[1];
}

function valueOf(object: ESTree.ObjectExpression, name: string): ESTree.Node | null {
  for (const one of object.properties)
    if (one.type === "Property" && one.key.type === "Identifier" && one.key.name === name) return one.value;
  return null;
}

/** A text, or what stands still of a title that names its record. */
function literalOf(node: ESTree.Node | null): string | null {
  if (node === null) return null;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "ArrowFunctionExpression") return literalOf(node.body);
  if (node.type !== "TemplateLiteral") return null;
  const text = node.quasis
    .map(({ value }) => value.raw.trim())
    .filter(Boolean)
    .join("…");
  return text === "" ? null : text;
}
