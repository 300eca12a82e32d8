import { Anchor } from "@mantine/core";
import { useEffect, useState } from "react";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { toErrorInfo } from "../../../../machines/errorInfo.ts";
import { toCallError } from "../../../list/toCallError.ts";
import type { AlarmContact, AlarmServices } from "../../../live/alarms/alarmServices.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { CopyText } from "../../../ui/CopyText.tsx";
import classes from "./AlarmCard.module.css";

interface Props {
  readonly alarm: AlarmRow;
  readonly alarms: AlarmServices;
  readonly task: TaskRow | null;
  /** Why the whole number is not shown; null where it may be. */
  readonly refusal: string | null;
}

/** Whom to call: the pilot, with the whole number where the role may see it of this alarm. */
export function AlarmPhone({ alarm, alarms, task, refusal }: Props) {
  const { toast } = usePageApi();
  const [contact, setContact] = useState<AlarmContact | null>(null);
  const [error, setError] = useState<string | null>(null);
  const mayReveal = refusal === null;
  useEffect(() => {
    if (!mayReveal) return;
    let isShown = true;
    alarms.loadContact(alarm.id).then(
      (loaded) => isShown && setContact(loaded),
      (failure: unknown) => isShown && setError(toErrorInfo(toCallError(failure)).message),
    );
    return () => {
      isShown = false;
    };
  }, [alarms, alarm.id, mayReveal]);
  const name = contact?.pilotName || task?.pilotName || "飞手未知";
  const numbers = [contact?.pilotPhone ?? "", contact?.backupPhone ?? ""].filter((phone) => phone !== "");
  return (
    <div className={classes["phone"]}>
      <span>{`飞手 ${name}`}</span>
      {numbers.map((phone) => (
        <span key={phone} className={classes["number"]}>
          {phone}
          <Anchor href={`tel:${phone}`} size="sm">
            拨号
          </Anchor>
          <CopyText
            text={phone}
            icon
            onCopy={() => toast.success("电话已复制")}
            onError={() => toast.error("浏览器不允许复制，请手动抄录。")}
          />
        </span>
      ))}
      {contact && numbers.length === 0 && <span className={classes["dimmed"]}>没有登记电话</span>}
      {!contact && !mayReveal && (
        <span
          className={classes["dimmed"]}
          title={refusal}
        >{`${task?.pilotPhone || "电话未知"}（${refusal}）`}</span>
      )}
      {!contact && mayReveal && (
        <span className={classes["dimmed"]} role="status">
          {error === null ? "正在读取电话…" : `电话没有读取出来：${error}`}
        </span>
      )}
    </div>
  );
}
