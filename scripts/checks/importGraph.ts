import path from "node:path";
import type { SourceFile } from "./listSourceFiles.ts";

/** What each file imports, also for types only. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Draws the imports between these files. */
export function createImportGraph(files: readonly SourceFile[]): ImportGraph {
  const names = new Set(files.map(({ file }) => file));
  return new Map(
    files.map(({ file, text }) => {
      const imported = [...text.matchAll(/(?:from|import\(?|URL\()\s*"(\.[^"?]+)/g)].map(([, target = ""]) =>
        path.posix.join(path.posix.dirname(file), target),
      );
      return [file, new Set(imported.filter((target) => names.has(target) && target !== file))];
    }),
  );
}

/** A file and all that it imports, directly or not. */
export function collectClosure(graph: ImportGraph, from: string): ReadonlySet<string> {
  const closure = new Set([from]);
  for (const file of closure) for (const target of graph.get(file) ?? []) closure.add(target);
  return closure;
}

/** Groups of files that import each other in a circle. */
export function findCircles(graph: ImportGraph): readonly (readonly string[])[] {
  const closures = new Map([...graph.keys()].map((file) => [file, collectClosure(graph, file)]));
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const [file, closure] of closures) {
    if (seen.has(file)) continue;
    const circle = [...closure].filter((other) => closures.get(other)?.has(file));
    for (const member of circle) seen.add(member);
    if (circle.length > 1) circles.push(circle);
  }
  return circles;
}

/** Joins files to rooms: which room imports which others. */
export function joinRooms(graph: ImportGraph, getRoom: (file: string) => string): ImportGraph {
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const room = getRoom(file);
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const target of targets) if (getRoom(target) !== room) imported.add(getRoom(target));
  }
  return rooms;
}

/**
 * Arrows that lead back up when rooms stand on floors, each above what it imports. Where rooms import each other in a
 * circle, the one that is imported by most and imports fewest stands lowest.
 */
export function findArrowsUp(rooms: ImportGraph): readonly (readonly [from: string, to: string])[] {
  const left = new Set(rooms.keys());
  const floors: string[] = [];
  const count = (room: string) => {
    const importing = [...left].filter((other) => rooms.get(other)?.has(room)).length;
    const imported = [...(rooms.get(room) ?? [])].filter((other) => left.has(other)).length;
    return { importing, imported };
  };
  while (left.size > 0) {
    const [lowest = ""] = [...left].sort((a, b) => {
      const [one, other] = [count(a), count(b)];
      const isGround = Number(other.imported === 0) - Number(one.imported === 0);
      return isGround || other.importing - other.imported - (one.importing - one.imported);
    });
    left.delete(lowest);
    floors.push(lowest);
  }
  return [...rooms].flatMap(([room, targets]) =>
    [...targets]
      .filter((target) => floors.indexOf(target) > floors.indexOf(room))
      .map((target) => [room, target] as const),
  );
}
