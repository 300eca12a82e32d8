import { type AlarmLevel, alarmLevels } from "../../../adapters/contract/droneState.ts";

const colors: Readonly<Record<AlarmLevel["priority"], string>> = {
  p1: "#e03131",
  p2: "#f76707",
  p3: "#f2b705",
};
const halo = "rgba(255, 255, 255, 0.95)";
/** CSS pixels from the centre of a badge to its edge. */
const size = 5.5;

/** Paints the worst open alarm: square P1, triangle P2, circle P3; hollow once it is acknowledged. */
export function paintAlarmBadge(
  context: CanvasRenderingContext2D,
  level: number,
  x: number,
  y: number,
): void {
  const alarm = alarmLevels[level];
  if (!alarm) return;
  const shape = createShape(alarm.priority, x, y);
  context.lineJoin = "miter";
  context.lineWidth = 5;
  context.strokeStyle = halo;
  context.stroke(shape);
  context.fillStyle = alarm.isAcknowledged ? halo : colors[alarm.priority];
  context.fill(shape);
  context.lineWidth = 2;
  context.strokeStyle = colors[alarm.priority];
  context.stroke(shape);
}

function createShape(priority: AlarmLevel["priority"], x: number, y: number): Path2D {
  const shape = new Path2D();
  if (priority === "p1") shape.rect(x - size, y - size, 2 * size, 2 * size);
  else if (priority === "p3") shape.arc(x, y, size, 0, 2 * Math.PI);
  else {
    shape.moveTo(x, y - size - 1);
    shape.lineTo(x + size + 1, y + size);
    shape.lineTo(x - size - 1, y + size);
    shape.closePath();
  }
  return shape;
}
