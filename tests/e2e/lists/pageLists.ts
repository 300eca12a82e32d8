import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync } from "vite";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import { getNoun } from "../../../adapters/contract/page.ts";
import * as words from "../../../adapters/contract/words.ts";
import { parseMeta } from "../../../build/pageMeta.ts";
import { walkNodes } from "../../../scripts/docs/walkNodes.ts";

/** What a page file says of its list. */
export interface PageList {
  /** Title of the page, and of the tab. */
  readonly name: string;
  /** URL path without filters. */
  readonly path: string;
  /** Chinese noun for a record. */
  readonly noun: string;
  /** Path of the list call below its host. */
  readonly call: string;
  /** Path of its export call, if any. */
  readonly export: string | undefined;
  readonly selectable: boolean;
  /** Loaded as one page, as a tree. Matches include and count their ancestors. */
  readonly tree: boolean;
}

const project = path.resolve(import.meta.dirname, "../../..");

/** Every list of the console, read from the page files without running them. */
export const pageLists: readonly PageList[] = globSync("src/pages/**/*.page.tsx", { cwd: project })
  .sort()
  .flatMap((file) => readLists(file, readFileSync(path.join(project, file), "utf8")));

function readLists(file: string, code: string): PageList[] {
  const { path: address, title } = parseMeta(file, code);
  const nodes = [...walkNodes(parseSync(file, code).program)];
  const page = nodes.find((node) => node.type === "ExportDefaultDeclaration")?.declaration;
  const list = getArgument(page, "listPage");
  if (list) return [toPageList(String(title), String(address), list)];
  const tabs = getArgument(page, "tabbedPage");
  if (tabs?.type !== "ArrayExpression") return [];
  return tabs.elements.flatMap((tab, place) => {
    const name = getText(tab, "page");
    const variable = nodes.find(
      (node) => node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.id.name === name,
    );
    const config = variable?.type === "VariableDeclarator" && getArgument(variable.init, "listPage");
    const query = place === 0 ? "" : `?tab=${getText(tab, "key")}`;
    return config ? [toPageList(`${title} ${getText(tab, "title")}`, `${address}${query}`, config)] : [];
  });
}

function toPageList(name: string, address: string, config: ESTree.Node): PageList {
  const call = getEndpoint(getText(config, "call"));
  return {
    name,
    path: address,
    noun: getText(config, "noun") || getNoun(call),
    call: call.path,
    export: getProperty(config, "export") && getEndpoint(getText(config, "export")).path,
    selectable: ["batchActions", "selectionActions"].some((name) => getProperty(config, name)),
    tree: getProperty(config, "tree") !== undefined,
  };
}

function getEndpoint(name: string): Endpoint {
  const endpoint = Object.entries<Endpoint>(contract).find(([call]) => call === name)?.[1];
  if (!endpoint) throw new Error(`The contract has no ${name}`);
  return endpoint;
}

/** The argument of a call of this function; undefined for any other node. */
function getArgument(node: ESTree.Node | null | undefined, name: string): ESTree.Node | undefined {
  if (node?.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  return node.callee.name === name ? node.arguments[0] : undefined;
}

function getProperty(node: ESTree.Node | null, name: string): ESTree.Node | undefined {
  if (node?.type !== "ObjectExpression") return undefined;
  for (const property of node.properties)
    if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === name)
      return property.value;
  return undefined;
}

/** A literal, one of the `words`, the name of a variable, or the last part of `boxCalls.boxAdd`. */
function getText(node: ESTree.Node | null, name: string): string {
  const value = getProperty(node, name);
  if (value?.type === "Literal") return String(value.value);
  if (value?.type === "Identifier") return value.name;
  if (value?.type !== "MemberExpression" || value.property.type !== "Identifier") return "";
  const isWord = value.object.type === "Identifier" && value.object.name === "word";
  return (isWord ? lookUp<string>(words, value.property.name) : undefined) ?? value.property.name;
}
