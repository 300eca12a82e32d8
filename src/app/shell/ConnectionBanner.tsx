import { IconPlugConnectedX } from "@tabler/icons-react";
import { formatClock } from "../../ui/format/time.ts";
import { useConnection } from "../socket/useConnection.ts";
import classes from "./ConnectionBanner.module.css";

/** Says that the server is gone and since when; goes away by itself once it is back. */
export function ConnectionBanner() {
  const { since } = useConnection();
  return (
    <div role="status">
      {since !== null && (
        <p className={classes.banner}>
          <IconPlugConnectedX size={18} aria-hidden />
          与服务器的实时连接已中断（自 {formatClock(since)} 起），每 10 秒自动重连，恢复前数据可能不是最新。
        </p>
      )}
    </div>
  );
}
