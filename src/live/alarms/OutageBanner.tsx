import { Button } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { formatClock } from "../../ui/format/formatTime.ts";
import classes from "./Alarms.module.css";
import type { AlarmActor } from "./alarmServices.ts";

/** One banner instead of an alarm for each drone, while the platform's own line is down. */
export function OutageBanner({ actor }: { readonly actor: AlarmActor }) {
  const outage = useSelector(actor, ({ context }) => context.outage);
  const since = useSelector(actor, ({ context }) => context.since);
  const loadedAt = useSelector(actor, ({ context }) => context.loadedAt);
  if (outage === "none") return null;
  return (
    <div className={classes["outage"]} role="alert">
      <span>
        <span aria-hidden>■ </span>
        <strong>P1 平台连接中断</strong>
        <span>
          {since === null
            ? "：连接已恢复，正在读取告警…"
            : `（自 ${formatClock(since)} 起）：告警和位置可能不是最新。${loadedAt === null ? "" : `告警截至 ${formatClock(loadedAt)}。`}`}
        </span>
      </span>
      {outage === "lost" && (
        <Button size="compact-xs" color="red" onClick={() => actor.send({ type: "outage.acknowledge" })}>
          确认
        </Button>
      )}
    </div>
  );
}
