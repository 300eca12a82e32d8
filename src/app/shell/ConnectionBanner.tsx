import { IconPlugConnectedX } from "@tabler/icons-react";
import type { ConnectionStatus } from "../../../machines/socketPort.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./ConnectionBanner.module.css";

function toPhaseHint(phase: ConnectionStatus["phase"]): string {
  if (phase === "broken") return "请刷新页面恢复；在此之前数据可能不是最新。";
  if (phase === "crowdedOut")
    return "您同时打开的页面过多，请关闭不用的页面后刷新本页；在此之前数据可能不是最新。";
  return "每 10 秒自动重连，恢复前数据可能不是最新。";
}

/** Shows since when the live connection is down, and whether it reconnects by itself. */
export function ConnectionBanner() {
  const { phase, since } = useConnection();
  return (
    <div role="status">
      {since !== null && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={18} aria-hidden />
          与服务器的实时连接已中断（自 {formatClock(since)} 起），{toPhaseHint(phase)}
        </p>
      )}
    </div>
  );
}
