import { useSyncExternalStore } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { ConnectionStatus } from "../../../machines/socketPort.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./TopBar.module.css";

const phaseStyles: Readonly<Record<ConnectionStatus["phase"], { label: string; color: string }>> = {
  online: { label: "实时连接正常", color: "#2f9e44" },
  connecting: { label: "正在连接…", color: "#f08c00" },
  down: { label: `${word.lineDown}，等待重连`, color: "#e03131" },
  crowdedOut: { label: "打开的页面过多，请刷新本页", color: "#e03131" },
  kicked: { label: "账号已在其他地方登录", color: "#e03131" },
  refused: { label: "登录已失效", color: "#e03131" },
  broken: { label: "实时连接无法运行", color: "#e03131" },
  closed: { label: "未连接", color: "#868e96" },
};

/** The browser knows at once. */
const offlineStyle = { label: "网络已断开，恢复后自动重连", color: "#e03131" };
/** Without it, a page's missing data and unanswered heartbeats tell before the line counts as dead after 15 s. */
const silentStyle = { label: "服务器没有响应，正在确认", color: "#f08c00" };

const subscribeNetwork = (onChange: () => void) => {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
};

/** The live connection's state as a colour and a label. */
export function ConnectionIndicator() {
  const { phase, since, isSilent } = useConnection();
  const isOffline = !useSyncExternalStore(subscribeNetwork, () => navigator.onLine);
  const openStyle = isOffline ? offlineStyle : isSilent ? silentStyle : phaseStyles.online;
  const { label, color } = phase === "online" ? openStyle : phaseStyles[phase];
  const detail = since === null ? label : `${label}（中断于 ${formatClock(since)}）`;
  return (
    <div
      className={classes.status}
      role="img"
      aria-label={`连接状态：${detail}`}
      title={detail}
      data-phase={phase}
    >
      <span className={classes.dot} style={{ color }} />
      <span className={classes.statusLabel}>{label}</span>
    </div>
  );
}
