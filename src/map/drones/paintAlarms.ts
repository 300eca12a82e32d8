import { frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { getAlarmLevel } from "./data/alarmLevels.ts";
import type { FleetSnapshot, Grouping } from "./data/fleetSnapshot.ts";
import { paintAlarmBadge } from "./paintAlarmBadge.ts";
import type { PaintFrame } from "./painter.ts";
import { interpolatePosition, toScreenX, toScreenY } from "./screenPosition.ts";

/** CSS pixels from the marker's centre to the ring and to the diamond's corners, which are outside of a selection. */
const reach = 15;
const tip = 24;
/** From the marker's centre to that of the badge. */
const badgeOffset = 13;
const color = "#f76707";
const halo = "rgba(255, 255, 255, 0.92)";

/**
 * Paints a dashed ring around drones without a credible position, a diamond around those whose position jumped, and
 * the worst open alarm beside its drone.
 */
export function paintAlarms(
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
    if (bits & frameAlarms.positionLost) {
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
