import { readFileSync } from "node:fs";
import path from "node:path";
import type { Access, Endpoint } from "../../adapters/contract/endpoint.ts";
import { metaOf } from "../../build/pageMeta.ts";
import { callTests } from "./callTests.ts";
import { type CallUse, callUses } from "./callUses.ts";
import { reached, type SourceGraph, sourceGraph } from "./sourceGraph.ts";

type Calls = Readonly<Record<string, Endpoint>>;

/** Files of the list engine serve every list; what they send is told once. */
const engine = "src/list/listPage.tsx";
const mostTests = 3;

/** `docs/calls.md`: each call with the pages that send it, by which control, and the tests that hold it. */
export function callsTable(root: string, calls: Calls): string {
  const uses = usesByCall(root);
  const tests = callTests(sourceGraph(root, ["tests"]), calls);
  const rows = Object.entries(calls).map(([name, { method, host, path: address, summary, access }]) => {
    const base = host === "api" ? "/wms/api" : "";
    const own = uses.get(name) ?? [];
    const call = `\`${method} ${base}${address.replaceAll(/:(\w+)/g, "{$1}")}\``;
    return `| ${call} | ${summary} | ${pagesWords(own) || nobody(access)} | ${testWords(tests.get(name) ?? [])} |`;
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

interface PlacedUse extends CallUse {
  readonly file: string;
  /** Titles of pages, or what stands for all of them. */
  readonly pages: readonly string[];
}

/** Who sends each call, by its name in the contract. */
export function usesByCall(root: string): ReadonlyMap<string, readonly PlacedUse[]> {
  const graph = sourceGraph(root, ["src"]);
  const pagesOf = pagesByFile(root, graph);
  const uses = [...graph].flatMap(([file, source]) =>
    callUses(source).map((use): PlacedUse => ({ ...use, file, pages: pagesOf(file) })),
  );
  return Map.groupBy(uses, ({ call }) => call);
}

function pagesByFile(root: string, graph: SourceGraph): (file: string) => readonly string[] {
  const ofEvery = reached(graph, engine);
  const except = new Set([engine]);
  const pages = [...graph.keys()]
    .filter((file) => file.endsWith(".page.tsx"))
    .map((file) => ({
      title: String(metaOf(file, readFileSync(path.join(root, file), "utf8"))["title"]),
      files: reached(graph, file, except),
    }));
  return (file) => {
    if (file.startsWith("src/app/")) return ["the console itself"];
    if (file.startsWith("src/list/") && ofEvery.has(file)) return ["every list"];
    return pages.filter(({ files }) => files.has(file)).map(({ title }) => title);
  };
}

/** Each page once with its controls. */
function pagesWords(uses: readonly PlacedUse[]): string {
  const placed = uses.flatMap((use) => use.pages.map((page) => ({ page, words: controlWords(use) })));
  const words = [...Map.groupBy(placed, ({ page }) => page)].map(
    ([page, own]) => `${page}: ${[...new Set(own.map((one) => one.words))].join("、")}`,
  );
  return words.join("<br>");
}

const nobody = (access: Access) => (access === "signed" ? "none: programs send it" : "none");

const controlWords = ({ control, file }: CallUse & { readonly file: string }) =>
  control ?? `[${path.posix.basename(file)}](../${file})`;

function testWords(files: readonly string[]): string {
  const shown = files
    .slice(0, mostTests)
    .map((file) => `[${file.replace(/^tests\/(.*)\.test\.ts$/, "$1")}](../${file})`);
  const more = files.length > mostTests ? ["…"] : [];
  return [...shown, ...more].join("<br>") || "no other";
}
