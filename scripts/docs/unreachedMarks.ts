import type { RowMark } from "./rowMarks.ts";
import { reached, type SourceGraph } from "./sourceGraph.ts";

/** What the browser loads first; everything that ships is imported from here. */
const isEntry = (file: string) => /^src\/(main\.tsx|pages\/.*\.page\.tsx|worker\/.*\.worker\.ts)$/.test(file);

/** Built as a whole for browser tests; who opens it imports its opener alone. */
const harness = "tests/live/harness/";

/** Files of `src` that ship in no page, types of shipped files aside. */
export function unshippedFiles(graph: SourceGraph): Set<string> {
  const shipped = new Set<string>();
  for (const entry of [...graph.keys()].filter(isEntry))
    for (const file of reached(graph, entry)) {
      shipped.add(file);
      for (const types of graph.get(file)?.types ?? []) shipped.add(types);
    }
  for (const file of shipped) for (const types of graph.get(file)?.types ?? []) shipped.add(types);
  return new Set([...graph.keys()].filter((file) => file.startsWith("src/") && !shipped.has(file)));
}

/** Marks that prove nothing, with why: their test tries a part of `src` that no page imports. */
export function unreachedMarks(
  graph: SourceGraph,
  marks: readonly RowMark[],
): { readonly mark: RowMark; readonly why: string }[] {
  const unshipped = unshippedFiles(graph);
  const harnessFiles = [...graph.keys()].filter((file) => file.startsWith(harness));
  const triedBy = (file: string): Set<string> => {
    const tried = reached(graph, file);
    if (![...tried].some((one) => one.startsWith(harness))) return tried;
    return new Set([...tried, ...harnessFiles.flatMap((one) => [...reached(graph, one)])]);
  };
  return marks.flatMap((mark) => {
    const [found] = [...triedBy(mark.file)].filter((file) => unshipped.has(file));
    return found ? [{ mark, why: `it tries ${found}, which no page imports` }] : [];
  });
}
