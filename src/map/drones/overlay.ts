import { fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import { mapFonts } from "../features/styles.ts";
import type { FleetSnapshot, Grouping, Trails } from "./data/fleetSnapshot.ts";
import { markerColors, markerStyles } from "./data/markerStyles.ts";
import type { PaintFrame } from "./painter.ts";

/** Maximum number of labels; each occupies cells of the size below, CSS pixels, so that labels do not overlap. */
const maxLabels = 600;
const labelWidth = 118;
const labelHeight = 30;
/** CSS pixels from a drone's centre to its label. */
const labelOffset = 15;
const selectedLabelOffset = 25;
export const minLabelZoom = 13;
const minClusterRadius = 13;

export interface OverlayScene {
  readonly snapshot: FleetSnapshot;
  readonly grouping: Grouping;
  readonly frame: PaintFrame;
  readonly showLabels: boolean;
  readonly dark: boolean;
  /** Row of the selected drone; −1 for none. */
  readonly selected: number;
  readonly name: (index: number) => string;
}

/** Radius of a cluster's circle, CSS pixels. */
export const getClusterRadius = (count: number): number =>
  minClusterRadius + Math.min(11, 3.2 * Math.log10(count));

/** Convert EPSG:3857 to CSS pixels of the frame. */
export const toScreenX = (x: number, { centre, resolution, width }: PaintFrame): number =>
  (x - centre[0]) / resolution + width / 2;
export const toScreenY = (y: number, { centre, resolution, height }: PaintFrame): number =>
  (centre[1] - y) / resolution + height / 2;

/** Interpolates a row's position between the last two snapshots. */
export function interpolatePosition(
  { x0, y0, x1, y1 }: FleetSnapshot,
  row: number,
  progress: number,
): [number, number] {
  const fromX = x0[row] ?? 0;
  const fromY = y0[row] ?? 0;
  return [fromX + ((x1[row] ?? 0) - fromX) * progress, fromY + ((y1[row] ?? 0) - fromY) * progress];
}

/** Paints trails below the markers: solid between samples, dashed across gaps. */
export function paintTrails(context: CanvasRenderingContext2D, trails: Trails, frame: PaintFrame): void {
  context.lineWidth = 2;
  context.lineJoin = "round";
  for (let trail = 0; trail < trails.styleIndexes.length; trail++) {
    const first = trails.starts[trail] ?? 0;
    const last = trails.starts[trail + 1] ?? first;
    context.strokeStyle =
      markerColors[markerStyles[frame.stale ? 0 : (trails.styleIndexes[trail] ?? 0)] ?? "stale"];
    context.globalAlpha = 0.75;
    for (const gap of [0, 1]) {
      context.setLineDash(gap === 1 ? [5, 5] : []);
      context.beginPath();
      for (let i = first + 1; i < last; i++) {
        if ((trails.points[3 * i + 2] ?? 0) !== gap) continue;
        context.moveTo(
          toScreenX(trails.points[3 * i - 3] ?? 0, frame),
          toScreenY(trails.points[3 * i - 2] ?? 0, frame),
        );
        context.lineTo(
          toScreenX(trails.points[3 * i] ?? 0, frame),
          toScreenY(trails.points[3 * i + 1] ?? 0, frame),
        );
      }
      context.stroke();
    }
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Paints above the markers: clusters with their count, the selected drone's ring, and labels without overlap. */
export function paintOverlay(context: CanvasRenderingContext2D, scene: OverlayScene): void {
  paintClusters(context, scene);
  if (scene.selected >= 0) paintSelection(context, scene);
  if (scene.showLabels) paintLabels(context, scene);
}

function paintClusters(
  context: CanvasRenderingContext2D,
  { grouping: { clusters }, frame }: OverlayScene,
): void {
  context.font = `600 12px ${mapFonts}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 2;
  for (let i = 0; i < clusters.length; i += 3) {
    const x = toScreenX(clusters[i] ?? 0, frame);
    const y = toScreenY(clusters[i + 1] ?? 0, frame);
    const count = clusters[i + 2] ?? 0;
    context.beginPath();
    context.arc(x, y, getClusterRadius(count), 0, 2 * Math.PI);
    context.fillStyle = frame.stale ? "rgba(105, 113, 124, 0.92)" : "rgba(13, 92, 171, 0.9)";
    context.fill();
    context.strokeStyle = "rgba(255, 255, 255, 0.9)";
    context.stroke();
    context.fillStyle = "#ffffff";
    context.fillText(String(count), x, y + 0.5);
  }
}

function paintSelection(
  context: CanvasRenderingContext2D,
  { snapshot, selected, frame }: OverlayScene,
): void {
  const [x, y] = interpolatePosition(snapshot, selected, frame.progress);
  context.beginPath();
  context.arc(toScreenX(x, frame), toScreenY(y, frame), 18, 0, 2 * Math.PI);
  context.lineWidth = 5;
  context.strokeStyle = "rgba(255, 255, 255, 0.85)";
  context.stroke();
  context.lineWidth = 2.5;
  context.strokeStyle = "#e8590c";
  context.stroke();
}

function paintLabels(context: CanvasRenderingContext2D, scene: OverlayScene): void {
  const { snapshot, grouping, frame, selected } = scene;
  const columns = Math.ceil(frame.width / labelWidth) + 2;
  const occupied = new Uint8Array(columns * (Math.ceil(frame.height / labelHeight) + 3));
  context.font = `600 12px ${mapFonts}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  let labelCount = 0;
  const placeLabel = (row: number) => {
    const [px, py] = interpolatePosition(snapshot, row, frame.progress);
    const x = toScreenX(px, frame);
    const y = toScreenY(py, frame);
    if (x < -labelWidth || y < -labelHeight || x > frame.width || y > frame.height + labelHeight) return;
    const cell = (Math.floor(y / labelHeight) + 1) * columns + Math.floor(x / labelWidth) + 1;
    // A label extends into the next cell: both must be free.
    if (occupied[cell] || occupied[cell + 1]) return;
    occupied[cell] = occupied[cell + 1] = 1;
    labelCount++;
    paintLabel(context, scene, row, x + (row === selected ? selectedLabelOffset : labelOffset), y);
  };
  if (selected >= 0) placeLabel(selected);
  for (let i = 0; i < grouping.singles.length && labelCount < maxLabels; i++) {
    const row = grouping.singles[i] ?? 0;
    if (row !== selected) placeLabel(row);
  }
}

function paintLabel(
  context: CanvasRenderingContext2D,
  { snapshot: { columns }, name, dark }: OverlayScene,
  row: number,
  x: number,
  y: number,
): void {
  const height = columns.hRel[row] ?? fleetUnknown.height;
  const battery = columns.battery[row] ?? fleetUnknown.battery;
  const lines = [
    name(columns.index[row] ?? 0),
    `${height === fleetUnknown.height ? "高度 -" : `${Math.round(height / 10)} m`} · ${battery === fleetUnknown.battery ? "电量 -" : `${battery}%`}`,
  ];
  context.lineWidth = 3.5;
  context.strokeStyle = dark ? "rgba(9, 20, 34, 0.9)" : "rgba(255, 255, 255, 0.92)";
  context.fillStyle = dark ? "#dbe8f6" : "#16202c";
  lines.forEach((line, index) => {
    const at = y - 7 + 14 * index;
    context.strokeText(line, x, at);
    context.fillText(line, x, at);
  });
}
