import type { FleetSnapshot, Grouping } from "./data/fleetSnapshot.ts";
import type { PaintFrame } from "./painter.ts";
import { interpolatePosition, toScreenX, toScreenY } from "./screenPosition.ts";

const maxLabels = 600;
/** CSS pixels from a drone's centre to its label. */
const labelOffset = 15;
const ringLabelOffset = 25;
/** CSS pixels between two lines of a label. */
export const lineHeight = 14;
/** The widest height with battery, and a letter of a name, in CSS pixels: measuring each text takes too long. */
const valuesWidth = 160;
const letterWidth = 8;
/** Labels occupy cells of a grid, so that they do not overlap. CSS pixels. */
const cellWidth = 20;
const cellHeight = 7;

export interface LabelScene {
  readonly snapshot: Pick<FleetSnapshot, "x0" | "y0" | "x1" | "y1"> & {
    readonly columns: Pick<FleetSnapshot["columns"], "index" | "alarms">;
  };
  readonly grouping: Pick<Grouping, "singles" | "alarmed">;
  readonly frame: PaintFrame;
  /** Row of the selected drone; −1 for none. */
  readonly selected: number;
  readonly name: (index: number) => string;
}

export interface PlacedLabel {
  readonly row: number;
  /** Left edge and middle of the text, CSS pixels of the frame. */
  readonly x: number;
  readonly y: number;
}

/**
 * Chooses the drones whose labels are drawn, none over another: the selected one first, then those with alarms. A label
 * without room is left out.
 */
export function placeLabels({ snapshot, grouping, frame, selected, name }: LabelScene): PlacedLabel[] {
  const columns = Math.ceil(frame.width / cellWidth);
  const lines = Math.ceil(frame.height / cellHeight);
  const occupied = new Uint8Array(columns * lines);
  const labels: PlacedLabel[] = [];
  const place = (row: number) => {
    const [px, py] = interpolatePosition(snapshot, row, frame.progress);
    const isAlarmed = snapshot.columns.alarms[row] !== 0;
    const x = toScreenX(px, frame) + (row === selected || isAlarmed ? ringLabelOffset : labelOffset);
    const y = toScreenY(py, frame);
    const width = Math.max(valuesWidth, letterWidth * name(snapshot.columns.index[row] ?? 0).length);
    const halfHeight = (lineHeight * (isAlarmed ? 3 : 2)) / 2;
    const left = Math.max(0, Math.floor(x / cellWidth));
    const right = Math.min(columns, Math.ceil((x + width) / cellWidth));
    const top = Math.max(0, Math.floor((y - halfHeight) / cellHeight));
    const bottom = Math.min(lines, Math.ceil((y + halfHeight) / cellHeight));
    // Outside of the frame.
    if (left >= right || top >= bottom) return;
    for (let line = top; line < bottom; line++)
      if (occupied.subarray(line * columns + left, line * columns + right).includes(1)) return;
    for (let line = top; line < bottom; line++)
      occupied.fill(1, line * columns + left, line * columns + right);
    labels.push({ row, x, y });
  };
  if (selected >= 0) place(selected);
  // A row that comes again finds its own cells occupied.
  for (const rows of [grouping.alarmed, grouping.singles])
    for (let i = 0; i < rows.length && labels.length < maxLabels; i++) place(rows[i] ?? 0);
  return labels;
}
