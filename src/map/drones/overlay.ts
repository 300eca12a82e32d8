import { getAlarmLevel } from "../../../adapters/contract/droneState.ts";
import { frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { mapFonts } from "../features/styles.ts";
import { prepareCanvas } from "./createOverlayCanvas.ts";
import type { FleetSnapshot, Grouping, Trails } from "./data/fleetSnapshot.ts";
import { markerColors, markerStyles } from "./data/markerStyles.ts";
import { worldResolution, worldWidth } from "./data/mercator.ts";
import { formatLabel } from "./formatLabel.ts";
import { paintAlarmBadge } from "./paintAlarmBadge.ts";
import { paintClusters } from "./paintClusters.ts";
import type { PaintFrame } from "./painter.ts";
import { lineHeight, type PlacedLabel, placeLabels } from "./placeLabels.ts";
import { interpolatePosition, toScreenX, toScreenY } from "./screenPosition.ts";

/** CSS pixels from the marker's centre to the ring and to the diamond's corners, which are outside of a selection. */
const reach = 15;
const tip = 24;
/** From the marker's centre to that of the badge. */
const badgeOffset = 13;
const color = "#f76707";
const halo = "rgba(255, 255, 255, 0.92)";

/**
 * Paints a dashed ring around drones whose position is lost or frozen, a diamond around those whose position jumped, and
 * the worst open alarm beside its drone.
 */
function paintAlarms(
  context: CanvasRenderingContext2D,
  snapshot: FleetSnapshot,
  { alarmed }: Pick<Grouping, "alarmed">,
  frame: PaintFrame,
): void {
  const rings = new Path2D();
  const diamonds = new Path2D();
  for (const row of alarmed) {
    const [px, py] = interpolatePosition(snapshot, row, frame.progress);
    const [x, y] = [toScreenX(px, frame), toScreenY(py, frame)];
    const bits = snapshot.columns.alarms[row] ?? 0;
    if (bits & (frameAlarms.positionLost | frameAlarms.positionFrozen)) {
      rings.moveTo(x + reach, y);
      rings.arc(x, y, reach, 0, 2 * Math.PI);
    }
    if (bits & frameAlarms.positionJump) {
      diamonds.moveTo(x, y - tip);
      for (const [dx, dy] of [
        [tip, 0],
        [0, tip],
        [-tip, 0],
      ] as const)
        diamonds.lineTo(x + dx, y + dy);
      diamonds.closePath();
    }
  }
  strokeTwice(context, rings, [6, 3.4]);
  strokeTwice(context, diamonds, []);
  for (const row of alarmed) {
    const [px, py] = interpolatePosition(snapshot, row, frame.progress);
    const level = getAlarmLevel(snapshot.columns.alarms[row] ?? 0);
    paintAlarmBadge(context, level, toScreenX(px, frame) + badgeOffset, toScreenY(py, frame) - badgeOffset);
  }
}

function strokeTwice(context: CanvasRenderingContext2D, path: Path2D, dash: readonly number[]): void {
  context.lineWidth = 4.5;
  context.strokeStyle = halo;
  context.stroke(path);
  context.setLineDash([...dash]);
  context.lineWidth = 2.5;
  context.strokeStyle = color;
  context.stroke(path);
  context.setLineDash([]);
}

const minLabelZoom = 13;

export interface OverlayScene {
  readonly snapshot: FleetSnapshot;
  readonly grouping: Grouping;
  readonly frame: PaintFrame;
  readonly showLabels: boolean;
  readonly dark: boolean;
  /** Row of the selected drone; −1 for none. */
  readonly selected: number;
  readonly name: (index: number) => string;
  readonly paintLabels?: LabelPainter | undefined;
}

/** Paints labels in place of the default ones. */
export type LabelPainter = (context: CanvasRenderingContext2D, scene: OverlayScene) => void;

interface OverlayCanvases {
  /** Below the markers. */
  readonly trailsCanvas: HTMLCanvasElement;
  /** Above the markers. */
  readonly labelsCanvas: HTMLCanvasElement;
}

/**
 * Paints what lies below and above the markers; a canvas without content is hidden.
 * @param options whether trails and, from zoom 13 on or with a painter of its own, labels are shown
 */
export function paintOverlays(
  { trailsCanvas, labelsCanvas }: OverlayCanvases,
  { trails, labels, ...scene }: Omit<OverlayScene, "showLabels"> & { trails: boolean; labels: boolean },
): void {
  const { snapshot, grouping, frame, selected, paintLabels: paintOwnLabels } = scene;
  const showLabels =
    labels && (!!paintOwnLabels || Math.log2(worldResolution / frame.resolution) >= minLabelZoom);
  const hasTrails = (trails || selected >= 0) && snapshot.trails.styleIndexes.length > 0;
  const trailsContext = prepareCanvas(trailsCanvas, frame, hasTrails);
  if (trailsContext) paintTrails(trailsContext, snapshot.trails, frame);
  const isOverlaid =
    showLabels || selected >= 0 || grouping.clusters.length > 0 || grouping.alarmed.length > 0;
  const labelsContext = prepareCanvas(labelsCanvas, frame, isOverlaid);
  if (labelsContext) paintOverlay(labelsContext, { ...scene, showLabels });
}

/** Paints trails below the markers: solid between samples, dashed across gaps. */
function paintTrails(context: CanvasRenderingContext2D, trails: Trails, frame: PaintFrame): void {
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
        const fromX = toScreenX(trails.points[3 * i - 3] ?? 0, frame);
        const toX = toScreenX(trails.points[3 * i] ?? 0, frame);
        // Opposite of the view, where the copies of the world that it shows begin and end.
        if (Math.abs(toX - fromX) * frame.resolution > worldWidth / 2) continue;
        context.moveTo(fromX, toScreenY(trails.points[3 * i - 2] ?? 0, frame));
        context.lineTo(toX, toScreenY(trails.points[3 * i + 1] ?? 0, frame));
      }
      context.stroke();
    }
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Paints above the markers: clusters, the selected drone's ring, rings of alarms, and labels without overlap. */
function paintOverlay(context: CanvasRenderingContext2D, scene: OverlayScene): void {
  const { snapshot, grouping, frame } = scene;
  paintClusters(context, grouping, frame);
  if (scene.selected >= 0) paintSelection(context, scene);
  if (grouping.alarmed.length > 0) paintAlarms(context, snapshot, grouping, frame);
  if (scene.showLabels) (scene.paintLabels ?? paintLabels)(context, scene);
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
  context.font = `600 12px ${mapFonts}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const label of placeLabels(scene)) paintLabel(context, scene, label);
}

function paintLabel(
  context: CanvasRenderingContext2D,
  { snapshot: { columns }, name, dark }: OverlayScene,
  { row, x, y }: PlacedLabel,
): void {
  context.lineWidth = 3.5;
  context.strokeStyle = dark ? "rgba(9, 20, 34, 0.9)" : "rgba(255, 255, 255, 0.92)";
  context.fillStyle = dark ? "#dbe8f6" : "#16202c";
  const lines = formatLabel(name(columns.index[row] ?? 0), columns, row);
  lines.forEach((line, index) => {
    const at = y + lineHeight * (index - (lines.length - 1) / 2);
    context.strokeText(line, x, at);
    context.fillText(line, x, at);
  });
}
