import { formatClock } from "../../ui/format/formatTime.ts";

/** A picture without a new frame for so long is interrupted; a shorter pause heals unseen. */
const interruptedMs = 5_000;

/**
 * What a picture that does not move is called, with the time since when; null while it moves, or starts.
 * @param lastFrameAt null before the first frame @param startedAt when the picture was first asked for; UTC ms, as all
 */
export function describeStill(lastFrameAt: number | null, startedAt: number, now: number): string | null {
  if (now - (lastFrameAt ?? startedAt) < interruptedMs) return null;
  return lastFrameAt === null
    ? `没有画面 ${formatClock(startedAt)} 起`
    : `画面已中断 ${formatClock(lastFrameAt)}`;
}

/** A picture that stands still for so long leaves its place to the next one. */
const deadMs = 30_000;

/** Whether a picture that does not move is given up. @param lastFrameAt as for `describeStill` */
export const isPictureDead = (lastFrameAt: number | null, startedAt: number, now: number): boolean =>
  now - (lastFrameAt ?? startedAt) >= deadMs;

/** A frame of the fleet comes every second. */
const cutMs = 3_000;

/**
 * Whether the tour may put another picture in the place of one: after the last data, it could not start, and the last
 * frame of the one before would be gone.
 * @param dataAt when data last came; null before the first
 */
export const canTurn = (dataAt: number | null, now: number): boolean =>
  dataAt !== null && now - dataAt < cutMs;
