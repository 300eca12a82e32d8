import { clusterStride, type FleetSnapshot, type Grouping } from "./data/fleetSnapshot.ts";
import { getClusterRadius } from "./paintClusters.ts";
import type { PaintFrame } from "./painter.ts";
import { interpolatePosition, toScreenX, toScreenY } from "./screenPosition.ts";

const hitRadius = 14;

export type Hit =
  | { readonly kind: "drone"; readonly index: number }
  | { readonly kind: "cluster"; readonly centre: readonly [number, number] };

/** Finds what is at a CSS pixel: the nearest drone within the hit radius, else a cluster. A linear scan is fast enough. */
export function hitTest(
  snapshot: FleetSnapshot,
  { singles, clusters }: Grouping,
  frame: PaintFrame,
  [atX, atY]: readonly [number, number],
): Hit | null {
  let nearest = hitRadius * hitRadius;
  let nearestRow = -1;
  for (let i = 0; i < singles.length; i++) {
    const row = singles[i] ?? 0;
    const [x, y] = interpolatePosition(snapshot, row, frame.progress);
    const distance = (toScreenX(x, frame) - atX) ** 2 + (toScreenY(y, frame) - atY) ** 2;
    if (distance >= nearest) continue;
    nearest = distance;
    nearestRow = row;
  }
  if (nearestRow >= 0) return { kind: "drone", index: snapshot.columns.index[nearestRow] ?? 0 };
  for (let i = 0; i < clusters.length; i += clusterStride) {
    const [x, y] = [clusters[i] ?? 0, clusters[i + 1] ?? 0];
    const radius = getClusterRadius(clusters[i + 2] ?? 0);
    if (Math.hypot(toScreenX(x, frame) - atX, toScreenY(y, frame) - atY) <= radius)
      return { kind: "cluster", centre: [x, y] };
  }
  return null;
}
