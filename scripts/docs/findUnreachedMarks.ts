import { collectReachable, type SourceGraph } from "./buildSourceGraph.ts";
import type { RowMark } from "./rowMarks.ts";

/** Entry points of the browser; all shipped files are reachable from these. */
const isEntry = (file: string) => /^src\/(main\.tsx|pages\/.*\.page\.tsx|worker\/.*\.worker\.ts)$/.test(file);

/** Built separately for browser tests, so tests only import the function that opens it. */
const harnessFolder = "tests/live/harness/";

/** Files of `src` that no page ships, except files that shipped ones import types from. */
export function findUnshippedFiles(graph: SourceGraph): Set<string> {
  const shipped = new Set<string>();
  for (const entry of [...graph.keys()].filter(isEntry))
    for (const file of collectReachable(graph, entry)) {
      shipped.add(file);
      for (const types of graph.get(file)?.types ?? []) shipped.add(types);
    }
  for (const file of shipped) for (const types of graph.get(file)?.types ?? []) shipped.add(types);
  return new Set([...graph.keys()].filter((file) => file.startsWith("src/") && !shipped.has(file)));
}

/** Marks that prove nothing, because their test covers a part of `src` that no page imports. */
export function findUnreachedMarks(
  graph: SourceGraph,
  marks: readonly RowMark[],
): { readonly mark: RowMark; readonly reason: string }[] {
  const unshipped = findUnshippedFiles(graph);
  const harnessFiles = [...graph.keys()].filter((file) => file.startsWith(harnessFolder));
  const getTestedFiles = (file: string): Set<string> => {
    const tested = collectReachable(graph, file);
    if (![...tested].some((candidate) => candidate.startsWith(harnessFolder))) return tested;
    return new Set([
      ...tested,
      ...harnessFiles.flatMap((candidate) => [...collectReachable(graph, candidate)]),
    ]);
  };
  return marks.flatMap((mark) => {
    const [found] = [...getTestedFiles(mark.file)].filter((file) => unshipped.has(file));
    return found ? [{ mark, reason: `it tests ${found}, which no page imports` }] : [];
  });
}
