import { useSelector } from "@xstate/react";
import { isAsking, isUnacknowledged } from "../../machines/alarmRules.ts";
import { formatAlarmAge, formatKind, formatPlace, formatSubject } from "../pages/page/alarm/alarmTexts.ts";
import { priorityShapes } from "../pages/page/alarm/priorityShapes.ts";
import { useNow } from "./useNow.ts";
import classes from "./Wall.module.css";
import type { WallServices } from "./wallServices.ts";

const maxRows = 7;

/** The open alarms, most urgent first. */
export function AlarmBoard({ services: { alarms, clock } }: { readonly services: WallServices }) {
  const now = useNow(clock);
  const rows = useSelector(alarms, ({ context }) => context.alarms);
  if (rows === null) return <p className={classes["message"]}>正在读取告警…</p>;
  const open = rows.filter(isAsking);
  if (open.length === 0) return <p className={classes["message"]}>当前没有告警</p>;
  return (
    <div className={classes["board"]}>
      <table className={classes["table"]} data-board="alarms">
        <thead>
          <tr>
            <th>告警</th>
            <th>对象</th>
            <th>位置</th>
            <th>持续</th>
            <th>处理</th>
          </tr>
        </thead>
        <tbody>
          {open.slice(0, maxRows).map((alarm) => (
            <tr key={alarm.id} data-level={alarm.priority}>
              <td>
                <span aria-hidden>{priorityShapes[alarm.priority]} </span>
                {formatKind(alarm)}
              </td>
              <td>{formatSubject(alarm)}</td>
              <td>{formatPlace(alarm)}</td>
              <td>{formatAlarmAge(alarm, now)}</td>
              <td>{isUnacknowledged(alarm) ? "未确认" : alarm.acknowledgedByName || "已确认"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {open.length > maxRows && <p className={classes["more"]}>还有 {open.length - maxRows} 条告警</p>}
    </div>
  );
}
