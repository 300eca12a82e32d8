import { dataStates } from "../../../adapters/contract/droneState.ts";
import { mapFonts } from "../features/styles.ts";
import { clusterStride, type Grouping } from "./data/fleetSnapshot.ts";
import { paintAlarmBadge } from "./paintAlarmBadge.ts";
import type { PaintFrame } from "./painter.ts";
import { type Box, placeBoxes } from "./placeBoxes.ts";
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

const lostFont = `600 11px ${mapFonts}`;
const formatLost = (lost: number): string => `失联 ${lost}`;

interface Cluster {
  /** Its middle, CSS pixels, and what it takes around that. */
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  /** Of its caption; 0 for none. */
  readonly width: number;
}

const toBox = (x: number, y: number, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});
/** Below a cluster, above it, right or left of it. */
const toCaptionBoxes = ({ x, y, reach, width }: Cluster): readonly [Box, ...Box[]] => {
  const aside = reach + 2 + width / 2;
  return [
    toBox(x, y + reach + 10, width, 16),
    toBox(x, y - reach - 10, width, 16),
    toBox(x + aside, y, width, 16),
    toBox(x - aside, y, width, 16),
  ];
};

/** Where the captions of clusters stand: over no cluster where there is room, in their order. */
export function placeCaptions(clusters: readonly Cluster[]): readonly Box[] {
  const captioned = clusters.filter(({ width }) => width > 0);
  const circles = clusters.map(({ x, y, reach }) => toBox(x, y, 2 * reach, 2 * reach));
  const placed = new Map(
    placeBoxes(captioned, toCaptionBoxes, circles, captioned.length).map(({ candidate, box }) => [
      candidate,
      box,
    ]),
  );
  return captioned.map((cluster) => placed.get(cluster) ?? toCaptionBoxes(cluster)[0]);
}

/** Paints circles with their count and worst alarm; beside them, how many of the drones are lost. */
export function paintClusters(
  context: CanvasRenderingContext2D,
  { clusters }: Pick<Grouping, "clusters">,
  frame: PaintFrame,
): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  const painted: Cluster[] = [];
  const lostCounts: number[] = [];
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
    context.font = lostFont;
    const width = lost > 0 ? context.measureText(formatLost(lost)).width + 8 : 0;
    painted.push({ x, y, reach: radius + ringWidth, width });
    if (lost > 0) lostCounts.push(lost);
  }
  placeCaptions(painted).forEach((box, nth) => paintLost(context, lostCounts[nth] ?? 0, box));
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

function paintLost(context: CanvasRenderingContext2D, lost: number, { left, right, top, bottom }: Box): void {
  context.font = lostFont;
  context.fillStyle = "#c92a2a";
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, 4);
  context.fill();
  context.fillStyle = "#ffffff";
  context.fillText(formatLost(lost), (left + right) / 2, (top + bottom) / 2 + 0.5);
}
