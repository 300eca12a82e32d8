import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync } from "vite";
import { nodesIn } from "./nodesIn.ts";

export interface SourceFile {
  readonly program: ESTree.Program;
  /** Files of the tree that it imports, also those that come later; types alone do not count. */
  readonly imports: readonly string[];
  /** Files that it imports types alone from. */
  readonly types: readonly string[];
}

/** Files by their path below the root. */
export type SourceGraph = ReadonlyMap<string, SourceFile>;

/** The TypeScript files below some folders, parsed, with what they import of each other. */
export function sourceGraph(root: string, folders: readonly string[]): SourceGraph {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();
  return new Map(
    files.map((file) => {
      const { program } = parseSync(file, readFileSync(path.join(root, file), "utf8"));
      const nodes = [...nodesIn(program)];
      const inTree = (sources: readonly string[]) =>
        sources
          .filter((source) => source.startsWith("."))
          .map((source) => path.posix.join(path.posix.dirname(file), source))
          .filter((source) => existsSync(path.join(root, source)));
      const imports = inTree(nodes.flatMap((node) => importedBy(node) ?? []));
      const types = inTree(nodes.flatMap((node) => typesFrom(node) ?? []));
      return [file, { program, imports, types }];
    }),
  );
}

function importedBy(node: ESTree.Node): string | null {
  if (node.type === "ImportDeclaration") return node.importKind === "type" ? null : node.source.value;
  if (node.type === "ExportNamedDeclaration") return node.source?.value ?? null;
  if (node.type !== "ImportExpression" || node.source.type !== "Literal") return null;
  return typeof node.source.value === "string" ? node.source.value : null;
}

function typesFrom(node: ESTree.Node): string | null {
  return node.type === "ImportDeclaration" && node.importKind === "type" ? node.source.value : null;
}

/** A file and all that it brings in; what lies behind the files of `except` is left out. */
export function reached(
  graph: SourceGraph,
  from: string,
  except: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || except.has(file)) continue;
    found.add(file);
    waiting.push(...(graph.get(file)?.imports ?? []));
  }
  return found;
}
