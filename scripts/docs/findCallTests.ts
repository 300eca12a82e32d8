import type { ESTree } from "vite";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { collectReachable, type SourceGraph } from "./buildSourceGraph.ts";
import { getCallName } from "./findCallUses.ts";
import { walkNodes } from "./walkNodes.ts";

type Calls = Readonly<Record<string, Endpoint>>;

/** Stands in a text for what is filled in at run time. */
const placeholder = "*";
/** These ask every call; what they know of one is no test of its own. */
const genericTests = /^tests\/contract\/(samples\/|contract\.test|specification\.test)/;

/**
 * The test files that send a call or wait for it, by its name in the contract, those that name few calls first. Where
 * none names it itself, those whose parts do.
 */
export function findCallTests(graph: SourceGraph, calls: Calls): ReadonlyMap<string, readonly string[]> {
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
    .filter(([, { path }]) => texts.some((text) => matchesPath(text, path)))
    .map(([name]) => name);
  return new Set([...names, ...matched]);
}

function getText(node: ESTree.Node): string | null {
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw).join(placeholder);
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

const patterns = new Map<string, RegExp>();

/** Whether a text ends with the path below any base, its parameters filled in by anything, or before the last of them. */
function matchesPath(text: string, path: string): boolean {
  const pattern =
    patterns.get(path) ??
    new RegExp(
      `(?:^|api|:\\d+|[^\\w/-])${path
        .replace(/\/:\w+$/, "/[^/?\\s]*")
        .replaceAll(/:\w+/g, "[^/?\\s]+")
        .replaceAll("-", "\\-")}(?:$|\\?)`,
    );
  patterns.set(path, pattern);
  return pattern.test(text);
}
