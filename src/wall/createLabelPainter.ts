import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { formatKind, formatSubject } from "../../adapters/contract/alarmLine.ts";
import { getAlarmLevel } from "../../adapters/contract/droneState.ts";
import { priorityShapes } from "../live/alarms/priorityShapes.ts";
import { marginPx } from "../map/drones/DroneLayer.ts";
import { clusterStride, type Grouping } from "../map/drones/data/fleetSnapshot.ts";
import type { LabelPainter, OverlayScene } from "../map/drones/overlay.ts";
import { getClusterRadius } from "../map/drones/paintClusters.ts";
import { type Box, placeBoxes } from "../map/drones/placeBoxes.ts";
import { interpolatePosition, toScreenX, toScreenY } from "../map/drones/screenPosition.ts";
import { mapFonts } from "../map/features/styles.ts";

/** More cannot be read at a glance. */
const maxLabels = 60;
/** CSS pixels from a drone's centre to its label: beyond the badge of its alarm. */
const offset = 26;
/** Around the circle of a cluster: its ring and badge. */
const clusterMargin = 10;
/** Of the size of the text. */
const lineHeight = 1.2;
const maxWidths = 5_000;
/** Letters of a number that is shown whole, and of the end of a longer one. */
const [longestName, shortLength] = [10, 6];
const colors = { p1: "#ff8f88", p2: "#ffb45c", p3: "#ffe08a", p4: "#d5dbe3" } as const;
const halo = "rgba(13, 14, 16, 0.92)";

interface LabelSource {
  /** Size of the text, CSS pixels of the map. */
  readonly px: number;
  readonly getName: (index: number) => string;
  /** The worst open alarm of a drone. */
  readonly getAlarm: (index: number) => AlarmRow | null;
}

/** Rows in the order in which they get a label: alarms before all others, the most urgent first. */
export function* orderByUrgency(
  { alarmed, singles }: Pick<Grouping, "alarmed" | "singles">,
  getBits: (row: number) => number,
): Generator<number> {
  const levels = Array.from(alarmed, (row) => ({ row, level: getAlarmLevel(getBits(row)) }));
  for (const { row } of levels.sort((one, other) => other.level - one.level)) yield row;
  for (const row of singles) if (getBits(row) === 0) yield row;
}

function getClusterBoxes({ grouping: { clusters }, frame }: OverlayScene): readonly Box[] {
  return Array.from({ length: clusters.length / clusterStride }, (_, place) => {
    const [x = 0, y = 0, count = 0] = clusters.subarray(place * clusterStride);
    const reach = getClusterRadius(count) + clusterMargin;
    const [left, top] = [toScreenX(x, frame), toScreenY(y, frame)];
    return { left: left - reach, top: top - reach, right: left + reach, bottom: top + reach };
  });
}

/** The frame is larger than the picture. */
const isVisible = ({ left, top, right, bottom }: Box, { width, height }: OverlayScene["frame"]): boolean =>
  left >= marginPx && top >= marginPx && right <= width - marginPx && bottom <= height - marginPx;

/** The end of a long serial number: the drones of a fleet differ in it. */
export const shorten = (name: string): string =>
  name.length > longestName ? `…${name.slice(-shortLength)}` : name;

/** Paints numbers, and names with alarms, where there is room: legible at a distance, and at any zoom. */
export function createLabelPainter({ px, getName, getAlarm }: LabelSource): LabelPainter {
  const widths = new Map<string, number>();
  const measure = (context: CanvasRenderingContext2D, text: string): number => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    if (widths.size >= maxWidths) widths.clear();
    const { width } = context.measureText(text);
    widths.set(text, width);
    return width;
  };
  return (context, scene) => {
    const { snapshot, grouping, frame } = scene;
    context.font = `600 ${px}px ${mapFonts}`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = px / 4;
    context.strokeStyle = halo;
    const describe = (row: number) => {
      const index = snapshot.columns.index[row] ?? 0;
      const alarm = getAlarm(index);
      const lines = alarm
        ? [formatSubject(alarm), `${priorityShapes[alarm.priority]} ${formatKind(alarm)}`]
        : [shorten(getName(index))];
      return { lines, color: colors[alarm?.priority ?? "p4"] };
    };
    // Right of the drone, else left of it: wholly in the picture.
    const getBoxes = (row: number): readonly Box[] => {
      const [x, y] = interpolatePosition(snapshot, row, frame.progress);
      const [centre, middle] = [toScreenX(x, frame), toScreenY(y, frame)];
      if (!isVisible({ left: centre, right: centre, top: middle, bottom: middle }, frame)) return [];
      const { lines } = describe(row);
      const half = (lines.length * px * lineHeight) / 2;
      const width = Math.max(...lines.map((line) => measure(context, line)));
      return [centre + offset, centre - offset - width]
        .map((left) => ({ left, right: left + width, top: middle - half, bottom: middle + half }))
        .filter((box) => isVisible(box, frame));
    };
    const rows = orderByUrgency(grouping, (row) => snapshot.columns.alarms[row] ?? 0);
    for (const { candidate, box } of placeBoxes(rows, getBoxes, getClusterBoxes(scene), maxLabels)) {
      const { lines, color } = describe(candidate);
      context.fillStyle = color;
      lines.forEach((line, place) => {
        const at = box.top + (place + 0.5) * px * lineHeight;
        context.strokeText(line, box.left, at);
        context.fillText(line, box.left, at);
      });
    }
  };
}
