import type { DeskItem } from "../../../adapters/contract/desk.ts";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

function formatSpan(ms: number): string {
  if (ms < minuteMs) return "不到 1 分钟";
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} 分钟`;
  return ms < dayMs ? `${Math.floor(ms / hourMs)} 小时` : `${Math.floor(ms / dayMs)} 天`;
}

/**
 * How long a record of the desk has waited, how long ago an export or a draft was written, or how soon a company's
 * service ends: `已等 3 天`, `3 天前`, `剩 5 天`; empty where it is not known.
 * @param now server's time, UTC ms
 */
export function formatWait(
  { kind, at }: Pick<DeskItem, "at"> & { readonly kind: DeskItem["kind"] | "draft" },
  now: number,
): string {
  const ms = at === null ? Number.NaN : now - Date.parse(at);
  if (Number.isNaN(ms)) return "";
  if (kind === "company") return ms > 0 ? `已过 ${formatSpan(ms)}` : `剩 ${formatSpan(-ms)}`;
  if (ms < minuteMs) return "刚刚";
  const span = formatSpan(ms);
  return kind === "export" || kind === "draft" ? `${span}前` : `已等 ${span}`;
}
