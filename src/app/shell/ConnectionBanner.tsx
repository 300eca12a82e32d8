import { IconPlugConnectedX } from "@tabler/icons-react";
import { formatClock } from "../../ui/format/time.ts";
import type { SocketView } from "../socket/protocol.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./ConnectionBanner.module.css";

const whatNext = (phase: SocketView["phase"]) =>
  phase === "broken"
    ? "请刷新页面恢复；在此之前数据可能不是最新。"
    : "每 10 秒自动重连，恢复前数据可能不是最新。";

/** Says that the server is gone and since when, or that the connection's own code is; the first goes away by itself. */
export function ConnectionBanner() {
  const { phase, since } = useConnection();
  return (
    <div role="status">
      {since !== null && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={18} aria-hidden />
          与服务器的实时连接已中断（自 {formatClock(since)} 起），{whatNext(phase)}
        </p>
      )}
    </div>
  );
}
