import { findRepeatedLabels, oftenPlaces, reasons } from "./findRepeatedLabels.ts";
import { collectClosure, createImportGraph, findArrowsUp, findCircles, joinRooms } from "./importGraph.ts";
import type { SourceFile } from "./listSourceFiles.ts";

const productFolders = /^(adapters|demo|machines|server|src)\//;
const isScript = ({ file }: SourceFile) => /\.tsx?$/.test(file);
/** A resource like most. */
const ordinaryResource = "server/modules/channelCode/channelCodeHandlers.ts";

/** Figures by which the house is judged, as lines of text. They inform and forbid nothing. */
export function measureHouse(files: readonly SourceFile[]): readonly string[] {
  const product = files.filter((one) => isScript(one) && productFolders.test(one.file));
  const tests = files.filter((one) => isScript(one) && one.file.startsWith("tests/"));
  const graph = createImportGraph(product);
  const closure = [...collectClosure(graph, ordinaryResource)];
  const telemetry = closure.filter((file) => file.startsWith("server/telemetry/"));
  const labels = findRepeatedLabels(product.filter(({ file }) => !file.startsWith("demo/seed/")));
  const unexplained = labels.map(({ label }) => label).filter((label) => !Object.hasOwn(reasons, label));
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
    `labels in ${oftenPlaces} or more places: ${labels.length}${unexplained.length > 0 ? `, without a reason: ${unexplained.join("、")}` : ""}`,
    `types of an ordinary resource: ${closure.length} files, ${telemetry.length} of them telemetry`,
    `circles: ${circles.length}, the largest of ${Math.max(0, ...circles.map((circle) => circle.length))} files`,
    `server: ${rooms.size} rooms, ${arrows} arrows, ${findArrowsUp(rooms).length} of them back up`,
    `files with one importer: ${single} of ${product.length}, ${Math.round((100 * single) / product.length)} %`,
    `lines: ${countLines(product)} of product, ${countLines(tests)} of tests`,
  ];
}

function countImportedOnce(graph: ReturnType<typeof createImportGraph>): number {
  const importers = new Map<string, number>();
  for (const targets of graph.values())
    for (const target of targets) importers.set(target, (importers.get(target) ?? 0) + 1);
  return [...importers.values()].filter((count) => count === 1).length;
}

const countLines = (files: readonly SourceFile[]) =>
  files.reduce((sum, { text }) => sum + text.trimEnd().split("\n").length, 0);
