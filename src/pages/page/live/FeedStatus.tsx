import { useSelector } from "@xstate/react";
import { formatTime } from "../../../ui/format/formatTime.ts";
import classes from "./FeedStatus.module.css";
import type { LiveActor } from "./liveServices.ts";

const phases = ["streaming", "snapshot", "stale", "polling", "offline"] as const;

interface Props {
  readonly actor: LiveActor;
  /** Delay of the drawn positions behind the last samples; undefined if none are drawn. */
  readonly delayMs?: number;
}

/** Shows how positions arrive, and since when they are not live. */
export function FeedStatus({ actor, delayMs }: Props) {
  const phase = useSelector(actor, (snapshot) => phases.find((tag) => snapshot.hasTag(tag)) ?? "offline");
  const since = useSelector(actor, ({ context }) => context.since);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const sinceText = since === null ? "" : `（自 ${formatTime(new Date(since).toISOString()).slice(11)} 起）`;
  const delayText = delayMs === undefined ? "" : `，延迟约 ${delayMs / 1000} 秒`;
  const text = {
    offline: "正在建立实时连接…",
    snapshot: "正在读取全部无人机位置…",
    streaming: smooth ? `实时 · 平滑显示${delayText}` : "实时 · 原始点位",
    stale: `数据已停止更新${sinceText}，图上为最后已知位置`,
    polling: `实时连接已断开${sinceText}，改为每 4 秒查询一次`,
  }[phase];
  return (
    <p className={classes["status"]} data-phase={phase} role="status">
      <span className={classes["dot"]} aria-hidden />
      {text}
    </p>
  );
}
