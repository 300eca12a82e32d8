import { readFileSync } from "node:fs";
import path from "node:path";
import type { ESTree } from "vite";
import type { Access, Endpoint } from "../../adapters/contract/endpoint.ts";
import { parseMeta } from "../../build/pageMeta.ts";
import { buildSourceGraph, collectReachable, type ParsedFile, type SourceGraph } from "./buildSourceGraph.ts";
import { type NodePath, walkNodePaths, walkNodes } from "./walkNodes.ts";

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
interface CallUse {
  /** Its name in the contract. */
  readonly call: string;
  /** What it is sent by, in the user's words; null where the code beside it says none. */
  readonly control: string | null;
}

/** The calls that a file sends; one that is only asked for its form, or for who may call it, is not sent. */
function findCallUses({ program }: ParsedFile): CallUse[] {
  return [...walkNodePaths(program)].flatMap((placed) => {
    const call = getCallName(placed.node);
    if (call === null || isOnlyReferenced(placed)) return [];
    const control = getControlLabel(placed);
    return control === undefined ? [] : [{ call, control }];
  });
}

/** `boxAdd` of `boxCalls.boxAdd`. */
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

/** Files of the list engine serve every list; what they send is told once. */
const listEngine = "src/list/listPage.tsx";
const maxTests = 3;
/** Stands in a text for what is filled in at run time. */
const placeholder = "*";
/** These ask every call; what they know of one is no test of its own. */
const genericTests = /^tests\/contract\/(samples\/|contract\.test|specification\.test)/;

/** `docs/calls.md`: each call with the pages that send it, by which control, and the tests that hold it. */
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
    "Generated from the contract, the console's sources and the tests by `npm run docs:pages`; the check is red when it",
    "is stale. A call is followed by the pages whose code sends it, each with the words of the control that does so, or",
    "with the file where a part of the page asks on its own. `tests/contract/contract.test.ts` asks every one of them",
    "rightly, wrongly and with garbled input; `tests/spec/calls.csv` says who may send it, whether it leaves an audit row",
    "and how often it answers, and is compared with the server. The tests named here hold it beyond that, at most three.",
    "",
    "| call | what it is | page: control | tests |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

interface CallUseOnPages extends CallUse {
  readonly file: string;
  /** Titles of pages, or what stands for all of them. */
  readonly pages: readonly string[];
}

/** Who sends each call, by its name in the contract. */
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
 * The test files that send a call or wait for it, by its name in the contract, those that name few calls first. Where
 * none names it itself, those whose parts do.
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

/** Whether a text ends with the address below any base, its parameters filled in by anything, or before the last of them. */
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

/** Each page once with its controls. */
function formatPages(uses: readonly CallUseOnPages[]): string {
  const controls = uses.flatMap((use) => use.pages.map((page) => ({ page, words: formatControl(use) })));
  const cells = [...Map.groupBy(controls, ({ page }) => page)].map(
    ([page, pageControls]) =>
      `${page}: ${[...new Set(pageControls.map((control) => control.words))].join("、")}`,
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
