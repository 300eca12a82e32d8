import type { ConnectionView } from "../../../machines/socket.machine.ts";
import { formatClock } from "../../ui/format/time.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./TopBar.module.css";

const looks: Readonly<Record<ConnectionView["phase"], { words: string; color: string }>> = {
  online: { words: "实时连接正常", color: "#2f9e44" },
  connecting: { words: "正在连接…", color: "#f08c00" },
  down: { words: "连接中断，等待重连", color: "#e03131" },
  crowdedOut: { words: "打开的页面过多，请刷新本页", color: "#e03131" },
  kicked: { words: "账号已在其他地方登录", color: "#e03131" },
  refused: { words: "登录已失效", color: "#e03131" },
  broken: { words: "实时连接无法运行", color: "#e03131" },
  closed: { words: "未连接", color: "#868e96" },
};

/** The socket's state, as colour and in words. */
export function ConnectionLight() {
  const { phase, since } = useConnection();
  const { words, color } = looks[phase];
  const detail = since === null ? words : `${words}（中断于 ${formatClock(since)}）`;
  return (
    <div
      className={classes.light}
      role="img"
      aria-label={`连接状态：${detail}`}
      title={detail}
      data-phase={phase}
    >
      <span className={classes.dot} style={{ color }} />
      <span className={classes.lightWords}>{words}</span>
    </div>
  );
}
