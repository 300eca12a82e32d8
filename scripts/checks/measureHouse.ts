import { collectClosure, createImportGraph, findArrowsUp, findCircles, joinRooms } from "./importGraph.ts";
import type { SourceFile } from "./listSourceFiles.ts";

const productFolders = /^(adapters|demo|machines|server|src)\//;
const isScript = ({ file }: SourceFile) => /\.tsx?$/.test(file);
/** A resource like most. */
const ordinaryResource = "server/modules/channelCode/channelCodeHandlers.ts";
/** A label is said often in this many files. */
const oftenFiles = 3;

/** Figures by which the house is judged, as lines of text. They inform and forbid nothing. */
export function measureHouse(files: readonly SourceFile[]): readonly string[] {
  const product = files.filter((one) => isScript(one) && productFolders.test(one.file));
  const tests = files.filter((one) => isScript(one) && one.file.startsWith("tests/"));
  const graph = createImportGraph(product);
  const closure = [...collectClosure(graph, ordinaryResource)];
  const telemetry = closure.filter((file) => file.startsWith("server/telemetry/"));
  const labels = countOftenSaid(product);
  const serverFiles = [...graph].filter(([file]) => file.startsWith("server/"));
  const server = new Map(
    serverFiles.map(([file, targets]) => [
      file,
      new Set([...targets].filter((target) => target.startsWith("server/"))),
    ]),
  );
  const rooms = joinRooms(server, (file) => file.split("/")[1] ?? "");
  const arrows = [...rooms.values()].reduce((sum, targets) => sum + targets.size, 0);
  const circles = findCircles(graph);
  const single = countImportedOnce(graph);
  return [
    `labels in ${oftenFiles} or more files: ${labels}`,
    `types of an ordinary resource: ${closure.length} files, ${telemetry.length} of them telemetry`,
    `circles: ${circles.length}, the largest of ${Math.max(0, ...circles.map((circle) => circle.length))} files`,
    `server: ${rooms.size} rooms, ${arrows} arrows, ${findArrowsUp(rooms).length} of them back up`,
    `files with one importer: ${single} of ${product.length}, ${Math.round((100 * single) / product.length)} %`,
    `lines: ${countLines(product)} of product, ${countLines(tests)} of tests`,
  ];
}

/** Chinese literals, each counted once for all files that say it. */
function countOftenSaid(files: readonly SourceFile[]): number {
  const counts = new Map<string, number>();
  for (const { file, text } of files) {
    if (file.startsWith("demo/seed/")) continue;
    const said = new Set(
      [...text.matchAll(/"([^"\n]*\p{Script=Han}[^"\n]*)"/gu)].map(([, label = ""]) => label),
    );
    for (const label of said) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count >= oftenFiles).length;
}

function countImportedOnce(graph: ReturnType<typeof createImportGraph>): number {
  const importers = new Map<string, number>();
  for (const targets of graph.values())
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);
  return [...importers.values()].filter((count) => count === 1).length;
}

const countLines = (files: readonly SourceFile[]) =>
  files.reduce((sum, { text }) => sum + text.trimEnd().split("\n").length, 0);
