import { readFileSync } from "node:fs";
import path from "node:path";
import type { ESTree } from "vite";
import { contract } from "../../adapters/contract/contract.ts";
import type { Access, Endpoint } from "../../adapters/contract/endpoint.ts";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import { getNoun } from "../../adapters/contract/page.ts";
import * as words from "../../adapters/contract/words.ts";
import { parseMeta } from "../../build/pageMeta.ts";
import { buildSourceGraph, collectReachable, type ParsedFile, type SourceGraph } from "./buildSourceGraph.ts";
import { type NodePath, walkNodePaths, walkNodes } from "./walkNodes.ts";

/**
 * Finds the label of the control that sends a call, from the surrounding object literals: the label of an action, the
 * noun of a form or list, the title of a section. Null if a component sends the call itself. Undefined if the call is
 * not sent at all: a form's `detailCall` only declares the data of a conflict.
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

/** Returns the key of a property. */
function getKey(object: ESTree.ObjectExpression, part: ESTree.Node): string {
  const ownProperty = object.properties.find((property) => property === part);
  return ownProperty?.type === "Property" && ownProperty.key.type === "Identifier"
    ? ownProperty.key.name
    : "";
}

function getLabel(object: ESTree.ObjectExpression, key: string): string | null {
  const getLiteral = (name: string) => toLiteralText(getPropertyValue(object, name));
  const noun = getLiteral("noun") ?? getNounOfCall(object);
  if (noun !== null) return getRecordActionLabel(key, noun) ?? null;
  const label = getLiteral("label") ?? getLiteral("submitLabel");
  if (label !== null) return label;
  return getLiteral("title") ?? getLiteral("placeholder");
}

/** The noun of a list or form that is called as its call says. */
function getNounOfCall(object: ESTree.ObjectExpression): string | null {
  const has = (name: string) => getPropertyValue(object, name) !== null;
  const isForm = has("save") || has("create");
  const named = has("filters") || isForm ? getPropertyValue(object, isForm ? "detailCall" : "call") : null;
  const endpoint = lookUp<Endpoint>(contract, (named && getCallName(named)) ?? "");
  return endpoint ? getNoun(endpoint) : null;
}

/** Labels of the calls in lists and forms. */
function getRecordActionLabel(key: string, noun: string): string | undefined {
  const labels = {
    call: "查询",
    detailCall: "详情",
    export: "导出",
    save: `新增${noun}、编辑${noun}`,
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

/** Returns a string literal, one of the `words`, or the static parts of a template literal. */
function toLiteralText(node: ESTree.Node | null): string | null {
  if (node === null) return null;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "ArrowFunctionExpression") return toLiteralText(node.body);
  if (node.type === "MemberExpression") {
    const { object, property } = node;
    if (object.type !== "Identifier" || object.name !== "word" || property.type !== "Identifier") return null;
    return lookUp<string>(words, property.name) ?? null;
  }
  if (node.type !== "TemplateLiteral") return null;
  const text = node.quasis
    .map(({ value }) => value.raw.trim())
    .filter(Boolean)
    .join("…");
  return text === "" ? null : text;
}

/** A place in the code that sends a call. */
interface CallUse {
  /** Name in the contract. */
  readonly call: string;
  /** Label of the control that sends it; null if the code contains none. */
  readonly control: string | null;
}

/** Finds the calls that a file sends. Reading a call's properties or permissions does not count. */
function findCallUses({ program }: ParsedFile): CallUse[] {
  return [...walkNodePaths(program)].flatMap((placed) => {
    const call = getCallName(placed.node);
    if (call === null || isOnlyReferenced(placed)) return [];
    const control = getControlLabel(placed);
    return control === undefined ? [] : [{ call, control }];
  });
}

/** Returns `boxAdd` for `boxCalls.boxAdd`. */
function getCallName(node: ESTree.Node): string | null {
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

type Calls = Readonly<Record<string, Endpoint>>;

/** Files of the list engine serve every list, so their calls are listed once. */
const listEngine = "src/list/listPage.tsx";
const maxTests = 3;
/** Replaces the expressions of a template literal. */
const placeholder = "*";
/** These send every call and do not count as a specific test. */
const genericTests = /^tests\/contract\/(samples\/|contract\.test|specification\.test)/;

/** Renders `docs/calls.md`: each call with its pages, controls and tests. */
export function renderCallsTable(root: string, calls: Calls): string {
  const uses = groupUsesByCall(root);
  const tests = findCallTests(buildSourceGraph(root, ["tests"]), calls);
  const rows = Object.entries(calls).map(([name, { method, host, path: address, summary, access }]) => {
    const base = host === "api" ? "/wms/api" : "";
    const usesOfCall = uses.get(name) ?? [];
    const call = `\`${method} ${base}${address.replaceAll(/:(\w+)/g, "{$1}")}\``;
    return `| ${call} | ${summary} | ${formatPages(usesOfCall) || formatUnused(access)} | ${formatTests(tests.get(name) ?? [])} |`;
  });
  return [
    "# Calls",
    "",
    "Generated from the contract, the console's sources and the tests by `npm run generate`; `npm run check` fails if it",
    "is stale. Each call is listed with the pages that send it: the label of the control, or the file if a component sends",
    "it without one. `tests/contract/contract.test.ts` sends every call with valid, invalid and malformed input.",
    "`tests/spec/calls.csv` holds its access, audit and rate limit rules, which are compared with the server. The last",
    "column lists further tests, at most three.",
    "",
    "| call | summary | page: control | tests |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

interface CallUseOnPages extends CallUse {
  readonly file: string;
  /** Titles of pages, or a text for all of them. */
  readonly pages: readonly string[];
}

/** Groups the places that send a call by its name in the contract. */
export function groupUsesByCall(root: string): ReadonlyMap<string, readonly CallUseOnPages[]> {
  const graph = buildSourceGraph(root, ["src"]);
  const getPages = createPageLookup(root, graph);
  const uses = [...graph].flatMap(([file, source]) =>
    findCallUses(source).map((use): CallUseOnPages => ({ ...use, file, pages: getPages(file) })),
  );
  return Map.groupBy(uses, ({ call }) => call);
}

function createPageLookup(root: string, graph: SourceGraph): (file: string) => readonly string[] {
  const engineFiles = collectReachable(graph, listEngine);
  const excluded = new Set([listEngine]);
  const pages = [...graph.keys()]
    .filter((file) => file.endsWith(".page.tsx"))
    .map((file) => ({
      title: String(parseMeta(file, readFileSync(path.join(root, file), "utf8"))["title"]),
      files: collectReachable(graph, file, excluded),
    }));
  return (file) => {
    if (file.startsWith("src/app/")) return ["the console itself"];
    if (file.startsWith("src/list/") && engineFiles.has(file)) return ["every list"];
    return pages.filter(({ files }) => files.has(file)).map(({ title }) => title);
  };
}

/**
 * Finds the test files that name a call, keyed by call; files that name fewer calls come first. If none does, it
 * returns the tests that import a file which names it.
 */
function findCallTests(graph: SourceGraph, calls: Calls): ReadonlyMap<string, readonly string[]> {
  const specificFiles = [...graph].filter(([file]) => !genericTests.test(file));
  const callsByFile = new Map(
    specificFiles.map(([file, { program }]) => [file, findNamedCalls(program, calls)]),
  );
  const tests = specificFiles.map(([file]) => file).filter((file) => file.endsWith(".test.ts"));
  const importsByTest = new Map(tests.map((file) => [file, [...collectReachable(graph, file)]]));
  const count = (file: string) => callsByFile.get(file)?.size ?? 0;
  const mentions = (file: string, call: string) => callsByFile.get(file)?.has(call) ?? false;
  const getTests = (call: string) => {
    const direct = tests.filter((file) => mentions(file, call));
    return direct.length > 0
      ? direct
      : tests.filter((file) => importsByTest.get(file)?.some((imported) => mentions(imported, call)));
  };
  return new Map(
    Object.keys(calls).map((call) => [
      call,
      getTests(call).sort((a, b) => count(a) - count(b) || a.localeCompare(b)),
    ]),
  );
}

function findNamedCalls(program: ESTree.Program, calls: Calls): Set<string> {
  const nodes = [...walkNodes(program)];
  const names = nodes.flatMap((node) => getCallName(node) ?? []);
  const texts = nodes.flatMap((node) => getText(node) ?? []).filter((text) => text.includes("/"));
  const matched = Object.entries(calls)
    .filter(([, { path: address }]) => texts.some((text) => matchesAddress(text, address)))
    .map(([name]) => name);
  return new Set([...names, ...matched]);
}

function getText(node: ESTree.Node): string | null {
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw).join(placeholder);
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

const patterns = new Map<string, RegExp>();

/** Whether a text ends with the address: any base, any values for parameters; the last parameter may be empty. */
function matchesAddress(text: string, address: string): boolean {
  const pattern =
    patterns.get(address) ??
    new RegExp(
      `(?:^|api|:\\d+|[^\\w/-])${address
        .replace(/\/:\w+$/, "/[^/?\\s]*")
        .replaceAll(/:\w+/g, "[^/?\\s]+")
        .replaceAll("-", "\\-")}(?:$|\\?)`,
    );
  patterns.set(address, pattern);
  return pattern.test(text);
}

/** Formats the pages, each with its controls. */
function formatPages(uses: readonly CallUseOnPages[]): string {
  const controls = uses.flatMap((use) => use.pages.map((page) => ({ page, label: formatControl(use) })));
  const cells = [...Map.groupBy(controls, ({ page }) => page)].map(
    ([page, pageControls]) =>
      `${page}: ${[...new Set(pageControls.map((control) => control.label))].join("、")}`,
  );
  return cells.join("<br>");
}

const formatUnused = (access: Access) => (access === "signed" ? "none: programs send it" : "none");

const formatControl = ({ control, file }: CallUse & { readonly file: string }) =>
  control ?? `[${path.posix.basename(file)}](../${file})`;

function formatTests(files: readonly string[]): string {
  const links = files
    .slice(0, maxTests)
    .map((file) => `[${file.replace(/^tests\/(.*)\.test\.ts$/, "$1")}](../${file})`);
  const more = files.length > maxTests ? ["…"] : [];
  return [...links, ...more].join("<br>") || "no other";
}
