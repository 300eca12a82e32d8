import { isInsideEdges, toEdges } from "./edges.ts";

type Point = [number, number];
type Ring = Point[];

/** Where the cut crosses the outline. */
interface Crossing {
  /** The piece of the cut, and the share of it before the crossing. */
  readonly piece: number;
  readonly share: number;
  /** The edge of the outline. */
  readonly edge: number;
  readonly edgeShare: number;
  readonly at: Point;
}

/**
 * Cuts a polygon along a line that enters and leaves it once. Holes go to the part that they lie in.
 * @param rings closed rings, the outline first
 * @returns both parts, or the reason why the line does not cut, as a sentence for the user
 */
export function splitPolygon(rings: readonly Ring[], cut: readonly Point[]): [Ring[], Ring[]] | string {
  const [closed = [], ...holes] = rings;
  const outline = closed.slice(0, -1);
  const crossings = findCrossings(outline, cut);
  if (crossings.length < 2) return "拆分线应从管制区外穿过整个管制区";
  const [entry, exit] = crossings;
  if (!entry || !exit || crossings.length > 2) return "拆分线只能穿过边界两次，请分几次拆分";
  if (holes.some((hole) => findCrossings(hole.slice(0, -1), cut).length > 0)) return "拆分线不能穿过孔洞";
  const inner = [entry.at, ...cut.slice(entry.piece + 1, exit.piece + 1), exit.at];
  // One part follows the outline from the exit to the entry, the other from the entry to the exit.
  const first = close([...inner, ...walk(outline, exit, entry)]);
  const second = close([...inner.toReversed(), ...walk(outline, entry, exit)]);
  const edges = toEdges([first]);
  const inFirst = ([corner = [0, 0]]: Ring) => isInsideEdges(edges, ...corner);
  return [
    [first, ...holes.filter(inFirst)],
    [second, ...holes.filter((hole) => !inFirst(hole))],
  ];
}

const close = (points: Ring): Ring => [...points, ...points.slice(0, 1)];

/** The crossings of a line with a ring (not closed), along the line. */
function findCrossings(ring: Ring, line: readonly Point[]): Crossing[] {
  const found: Crossing[] = [];
  for (const [piece, a] of line.slice(0, -1).entries()) {
    const b = line[piece + 1] ?? a;
    for (const [edge, c] of ring.entries()) {
      const d = ring[(edge + 1) % ring.length] ?? c;
      const crossing = intersect(a, b, c, d);
      if (crossing) found.push({ piece, edge, ...crossing });
    }
  }
  return found.sort((a, b) => a.piece - b.piece || a.share - b.share);
}

/** A crossing of two segments; the end of the ring's edge belongs to the next one, so that a corner counts once. */
function intersect(a: Point, b: Point, c: Point, d: Point) {
  const [rx, ry] = [b[0] - a[0], b[1] - a[1]];
  const [sx, sy] = [d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return null;
  const share = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const edgeShare = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  if (share < 0 || share >= 1 || edgeShare < 0 || edgeShare >= 1) return null;
  const at: Point = [a[0] + share * rx, a[1] + share * ry];
  return { share, edgeShare, at };
}

/** The corners of a ring between two crossings, in the ring's direction. */
function walk(ring: Ring, from: Crossing, to: Crossing): Ring {
  const isAhead = to.edge > from.edge || (to.edge === from.edge && to.edgeShare > from.edgeShare);
  const steps = to.edge - from.edge + (isAhead ? 0 : ring.length);
  const corners = Array.from({ length: steps }, (_, n) => ring[(from.edge + 1 + n) % ring.length]);
  const isAtCrossing = (corner: Point) =>
    [from.at, to.at].some(([lon, lat]) => lon === corner[0] && lat === corner[1]);
  return corners.flatMap((corner) => (corner && !isAtCrossing(corner) ? [corner] : []));
}
