import { mapFonts } from "../features/styles.ts";
import { clusterStride, type Grouping } from "./data/fleetSnapshot.ts";
import { dataStates } from "./data/markerStyles.ts";
import { paintAlarmBadge } from "./paintAlarmBadge.ts";
import type { PaintFrame } from "./painter.ts";
import { toScreenX, toScreenY } from "./screenPosition.ts";

const minRadius = 13;

/** Radius of a cluster's circle, CSS pixels. */
export const getClusterRadius = (count: number): number => minRadius + Math.min(11, 3.2 * Math.log10(count));

/** Ring by the worst state inside: the dashes differ too, so that nothing depends on colour alone. */
const rings: Readonly<Record<number, { readonly color: string; readonly dash: readonly number[] }>> = {
  [dataStates.delayed]: { color: "#f59f00", dash: [2, 3] },
  [dataStates.position]: { color: "#f76707", dash: [7, 4] },
  [dataStates.lost]: { color: "#e03131", dash: [] },
};
const ringWidth = 3.5;
const white = "rgba(255, 255, 255, 0.92)";

/** Paints circles with their count and worst alarm; below them, how many of the drones are lost. */
export function paintClusters(
  context: CanvasRenderingContext2D,
  { clusters }: Pick<Grouping, "clusters">,
  frame: PaintFrame,
): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let i = 0; i < clusters.length; i += clusterStride) {
    const x = toScreenX(clusters[i] ?? 0, frame);
    const y = toScreenY(clusters[i + 1] ?? 0, frame);
    const count = clusters[i + 2] ?? 0;
    const lost = clusters[i + 3] ?? 0;
    const radius = getClusterRadius(count);
    paintCircle(context, x, y, radius, 2, white);
    context.fillStyle = frame.stale ? "rgba(105, 113, 124, 0.92)" : "rgba(13, 92, 171, 0.9)";
    context.fill();
    const ring = rings[clusters[i + 4] ?? dataStates.fresh];
    if (ring) {
      paintCircle(context, x, y, radius + ringWidth / 2 + 1, ringWidth + 2, white);
      paintCircle(context, x, y, radius + ringWidth / 2 + 1, ringWidth, ring.color, ring.dash);
    }
    context.font = `600 12px ${mapFonts}`;
    context.fillStyle = "#ffffff";
    context.fillText(String(count), x, y + 0.5);
    const corner = (radius + ringWidth) * Math.SQRT1_2;
    paintAlarmBadge(context, clusters[i + 5] ?? 0, x + corner, y - corner);
    if (lost > 0) paintLost(context, lost, x, y + radius + ringWidth + 10);
  }
}

function paintCircle(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  width: number,
  color: string,
  dash: readonly number[] = [],
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}

function paintLost(context: CanvasRenderingContext2D, lost: number, x: number, y: number): void {
  const text = `失联 ${lost}`;
  context.font = `600 11px ${mapFonts}`;
  const width = context.measureText(text).width + 8;
  context.fillStyle = "#c92a2a";
  context.beginPath();
  context.roundRect(x - width / 2, y - 8, width, 16, 4);
  context.fill();
  context.fillStyle = "#ffffff";
  context.fillText(text, x, y + 0.5);
}
