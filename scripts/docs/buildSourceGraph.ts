import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync } from "vite";
import { walkNodes } from "./walkNodes.ts";

export interface ParsedFile {
  readonly program: ESTree.Program;
  /** Imported files of the tree, including dynamic imports but not type imports. */
  readonly imports: readonly string[];
  /** Files imported for types only. */
  readonly types: readonly string[];
}

/** Files by their path below the root. */
export type SourceGraph = ReadonlyMap<string, ParsedFile>;

/** Parses the TypeScript files in the given folders and resolves their imports. */
export function buildSourceGraph(root: string, folders: readonly string[]): SourceGraph {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();
  return new Map(
    files.map((file) => {
      const { program } = parseSync(file, readFileSync(path.join(root, file), "utf8"));
      const nodes = [...walkNodes(program)];
      const inTree = (sources: readonly string[]) =>
        sources
          .filter((source) => source.startsWith("."))
          .map((source) => path.posix.join(path.posix.dirname(file), source))
          .filter((source) => existsSync(path.join(root, source)));
      const imports = inTree(nodes.flatMap((node) => getImport(node) ?? []));
      const types = inTree(nodes.flatMap((node) => getTypeImport(node) ?? []));
      return [file, { program, imports, types }];
    }),
  );
}

function getImport(node: ESTree.Node): string | null {
  if (node.type === "ImportDeclaration") return node.importKind === "type" ? null : node.source.value;
  if (node.type === "ExportNamedDeclaration") return node.source?.value ?? null;
  if (node.type !== "ImportExpression" || node.source.type !== "Literal") return null;
  return typeof node.source.value === "string" ? node.source.value : null;
}

function getTypeImport(node: ESTree.Node): string | null {
  return node.type === "ImportDeclaration" && node.importKind === "type" ? node.source.value : null;
}

/** Returns a file and all files that it imports, directly or not. Does not enter `excluded` files. */
export function collectReachable(
  graph: SourceGraph,
  from: string,
  excluded: ReadonlySet<string> = new Set(),
): Set<string> {
  const reachable = new Set<string>();
  const queue = [from];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reachable.has(file) || excluded.has(file)) continue;
    reachable.add(file);
    queue.push(...(graph.get(file)?.imports ?? []));
  }
  return reachable;
}
