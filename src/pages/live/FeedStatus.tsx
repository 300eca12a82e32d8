import { useSelector } from "@xstate/react";
import { useSyncExternalStore } from "react";
import { maxPolledDrones } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { LiveServices } from "../../live/liveServices.ts";
import type { FleetSnapshot } from "../../map/drones/data/fleetSnapshot.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import classes from "./FeedStatus.module.css";

const phases = ["streaming", "snapshot", "stale", "polling", "offline"] as const;

interface Props {
  readonly live: Pick<LiveServices, "actor" | "feed">;
  /** Delay of the drawn positions behind the last samples; undefined if none are drawn. */
  readonly delayMs?: number;
}

/** Says which drones a poll left out: it answers so many at most, the worst links first. Empty where it has all. */
export function formatPolledShare(snapshot: Pick<FleetSnapshot, "count" | "fleetSize"> | null): string {
  if (snapshot === null || snapshot.count < maxPolledDrones || snapshot.count >= snapshot.fleetSize)
    return "";
  const [shown, all] = [snapshot.count, snapshot.fleetSize].map((count) => count.toLocaleString("zh-CN"));
  return `；图上只有链路最差的 ${shown} 架，有位置的共 ${all} 架`;
}

/** Shows how positions arrive, and since when they are not live. */
export function FeedStatus({ live: { actor, feed }, delayMs }: Props) {
  const polledShare = useSyncExternalStore(feed.onSnapshot, () => formatPolledShare(feed.getLatest()));
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
    polling: `${word.lineDown}${sinceText}，改为每 4 秒查询一次${polledShare}`,
  }[phase];
  return (
    <p className={classes["status"]} data-phase={phase} role="status">
      <span className={classes["dot"]} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
