import * as word from "../../../../adapters/contract/words.ts";
import { formatAge } from "../../../live/formatFlight.ts";
import { formatDuration } from "./formatDuration.ts";
import type { Moment } from "./moment.ts";

/** Says what the figures are worth at a moment; null if they are of that moment. */
export function formatMoment({ kind, hole, ageMs }: Moment): string | null {
  if (kind === "before") return "这次飞行此时还没有开始。";
  if (kind === "after") return "这次飞行此时已经结束，下面是最后的数据。";
  if (!hole) return null;
  const length = formatDuration(hole.toMs - hole.fromMs);
  return hole.damaged
    ? `这一段航迹数据已损坏，缺 ${length}，下面是 ${formatAge(ageMs)}的最后已知数据。`
    : `${hole.isPlatform ? word.platformGap : word.dataGap} ${length}，下面是 ${formatAge(ageMs)}的最后已知数据。`;
}
