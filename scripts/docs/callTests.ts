import type { ESTree } from "vite";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { callNamed } from "./callUses.ts";
import { nodesIn } from "./nodesIn.ts";
import { reached, type SourceGraph } from "./sourceGraph.ts";

type Calls = Readonly<Record<string, Endpoint>>;

/** Stands in a text for what is filled in at run time. */
const filled = "*";
/** These ask every call; what they know of one is no test of its own. */
const ofEvery = /^tests\/contract\/(samples\/|contract\.test|specification\.test)/;

/**
 * The test files that send a call or wait for it, by its name in the contract, those that name few calls first. Where
 * none names it itself, those whose parts do.
 */
export function callTests(graph: SourceGraph, calls: Calls): ReadonlyMap<string, readonly string[]> {
  const own = [...graph].filter(([file]) => !ofEvery.test(file));
  const named = new Map(own.map(([file, { program }]) => [file, callsNamed(program, calls)]));
  const tests = own.map(([file]) => file).filter((file) => file.endsWith(".test.ts"));
  const parts = new Map(tests.map((file) => [file, [...reached(graph, file)]]));
  const count = (file: string) => named.get(file)?.size ?? 0;
  const knows = (file: string, call: string) => named.get(file)?.has(call) ?? false;
  const testsOf = (call: string) => {
    const direct = tests.filter((file) => knows(file, call));
    return direct.length > 0
      ? direct
      : tests.filter((file) => parts.get(file)?.some((part) => knows(part, call)));
  };
  return new Map(
    Object.keys(calls).map((call) => [
      call,
      testsOf(call).sort((one, other) => count(one) - count(other) || one.localeCompare(other)),
    ]),
  );
}

function callsNamed(program: ESTree.Program, calls: Calls): Set<string> {
  const nodes = [...nodesIn(program)];
  const names = nodes.flatMap((node) => callNamed(node) ?? []);
  const texts = nodes.flatMap((node) => textOf(node) ?? []).filter((text) => text.includes("/"));
  const asked = Object.entries(calls)
    .filter(([, { path }]) => texts.some((text) => isPath(text, path)))
    .map(([name]) => name);
  return new Set([...names, ...asked]);
}

function textOf(node: ESTree.Node): string | null {
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw).join(filled);
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

const patterns = new Map<string, RegExp>();

/** Whether a text ends with the path below any base, its parameters filled in by anything, or before the last of them. */
function isPath(text: string, path: string): boolean {
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
