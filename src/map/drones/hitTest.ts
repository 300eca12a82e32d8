import type { FleetShot, Grouping } from "./data/fleetShot.ts";
import { clusterRadius, drawnAt, screenX, screenY } from "./overlay.ts";
import type { PaintFrame } from "./painter.ts";

const reach = 14;

export type Hit =
  | { readonly kind: "drone"; readonly index: number }
  | { readonly kind: "cluster"; readonly centre: readonly [number, number] };

/** What lies under a CSS pixel: the nearest drone within reach, else a cluster; a plain scan needs no index. */
export function hitTest(
  shot: FleetShot,
  { singles, clusters }: Grouping,
  frame: PaintFrame,
  [atX, atY]: readonly [number, number],
): Hit | null {
  let nearest = reach * reach;
  let found = -1;
  for (let i = 0; i < singles.length; i++) {
    const row = singles[i] ?? 0;
    const [x, y] = drawnAt(shot, row, frame.share);
    const distance = (screenX(x, frame) - atX) ** 2 + (screenY(y, frame) - atY) ** 2;
    if (distance >= nearest) continue;
    nearest = distance;
    found = row;
  }
  if (found >= 0) return { kind: "drone", index: shot.columns.index[found] ?? 0 };
  for (let i = 0; i < clusters.length; i += 3) {
    const [x, y] = [clusters[i] ?? 0, clusters[i + 1] ?? 0];
    const radius = clusterRadius(clusters[i + 2] ?? 0);
    if (Math.hypot(screenX(x, frame) - atX, screenY(y, frame) - atY) <= radius)
      return { kind: "cluster", centre: [x, y] };
  }
  return null;
}
