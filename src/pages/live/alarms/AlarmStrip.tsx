import { Button } from "@mantine/core";
import {
  IconBellRinging,
  IconBellX,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { SnapshotFrom } from "xstate";
import { alarmPriority } from "../../../../adapters/contract/alarm.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { countFolded, isAsking, isShown, isUnacknowledged } from "../../../../machines/alarmRules.ts";
import { alarmPriorities } from "../../../../machines/alarmsPort.ts";
import classes from "../../../live/alarms/Alarms.module.css";
import type { AlarmActor } from "../../../live/alarms/alarmServices.ts";
import { formatMoreAlarms, formatOutside } from "../../../live/alarms/alarmTexts.ts";
import { getNotificationPermission } from "../../../live/alarms/desktopNotification.ts";
import { OutageBanner } from "../../../live/alarms/OutageBanner.tsx";
import { priorityShapes } from "../../../live/alarms/priorityShapes.ts";
import { soundBlockedText } from "../../../live/alarms/soundResume.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { DutyStatus } from "../duty/DutyStatus.tsx";
import type { DutyState } from "../duty/useDuty.ts";
import { RefusedBanner } from "./RefusedBanner.tsx";

/** How many ask for attention of each priority, and how many of them nobody has acknowledged. */
function Counts({ actor }: { readonly actor: AlarmActor }) {
  const alarms = useSelector(actor, ({ context }) => context.alarms);
  const flood = useSelector(actor, ({ context }) => context.flood);
  const more = useSelector(actor, ({ context }) => context.more);
  const outside = useSelector(actor, ({ context }) => formatOutside(context));
  const hasFailed = useSelector(actor, (state) => state.hasTag("failed"));
  return (
    <>
      <CountList alarms={alarms} flood={flood} />
      {hasFailed && (
        <Note role="status">
          {alarms === null ? "告警没有读取出来，正在自动重试" : "告警没有更新，正在自动重试"}
        </Note>
      )}
      {outside !== "" && <Note>{outside}</Note>}
      {more > 0 && <Note>{formatMoreAlarms(more)}</Note>}
    </>
  );
}

const Note = ({ role, children }: { readonly role?: "status"; readonly children: string }) => (
  <span className={classes["note"]} role={role} title={children}>
    {children}
  </span>
);

type CountListProps = Pick<SnapshotFrom<AlarmActor>["context"], "alarms" | "flood">;

/** "—" until the alarms are read: unknown is not 0. What a flood folds is counted. */
function CountList({ alarms, flood }: CountListProps) {
  return (
    <ul className={classes["counts"]} aria-label={word.currentAlarms}>
      {alarmPriorities.map((priority) => {
        const own = (alarms ?? []).filter(
          (alarm) => alarm.priority === priority && isAsking(alarm) && isShown(alarm, flood),
        );
        const waiting = own.filter(isUnacknowledged).length;
        const count = own.length + countFolded(flood, priority);
        return (
          <li
            key={priority}
            className={classes["count"]}
            data-priority={count > 0 ? priority : undefined}
            data-waiting={waiting > 0 || undefined}
            title={
              alarms
                ? `${alarmPriority.label(priority)}：${count} 条，其中 ${waiting} 条未确认`
                : `${alarmPriority.label(priority)}：还没有读取`
            }
          >
            <span aria-hidden>{priorityShapes[priority]}</span>
            {alarmPriority.label(priority)} <strong>{alarms ? count : "—"}</strong>
            {waiting > 0 && <span aria-hidden>{`· ${waiting} 未确认`}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Opens the sound, tests and mutes it; says while nothing can be heard. */
function SoundControls({ actor, isSoundWanted }: Pick<Props, "actor" | "isSoundWanted">) {
  const silence = isSoundWanted ? soundBlockedText : "告警声音未开启";
  const isLocked = useSelector(actor, (state) => state.hasTag("soundLocked"));
  const isOff = useSelector(actor, (state) => state.hasTag("soundOff"));
  const error = useSelector(actor, ({ context }) => context.soundError);
  if (isLocked)
    return (
      <span className={classes["sound"]} role="status">
        <IconBellX size={16} aria-hidden />
        <span>{error === null ? silence : `告警声音未开启：${error}`}</span>
        <Button size="compact-xs" color="orange" onClick={() => actor.send({ type: "sound.unlock" })}>
          开启并试听
        </Button>
      </span>
    );
  return (
    <span className={classes["sound"]} data-on={!isOff || undefined} role="status">
      {isOff ? <IconVolumeOff size={16} aria-hidden /> : <IconBellRinging size={16} aria-hidden />}
      <span>{isOff ? "告警声音已关闭" : "告警声音已开启"}</span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => actor.send({ type: isOff ? "sound.unmute" : "sound.mute" })}
      >
        {isOff ? "打开" : "静音"}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconVolume size={14} aria-hidden />}
        onClick={() => actor.send({ type: "sound.test", priority: "p2" })}
      >
        试听
      </Button>
    </span>
  );
}

/** Asks the browser for notifications about P1 while another window is looked at; nothing asks by itself. */
function NotificationButton() {
  const [permission, setPermission] = useState(getNotificationPermission);
  if (permission === null || permission === "granted") return null;
  if (permission === "denied")
    return <span title="请在浏览器的网站设置里允许通知">桌面通知被浏览器禁止</span>;
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      开启桌面通知
    </Button>
  );
}

interface Props {
  readonly actor: AlarmActor;
  /** Whether the sound was on before a reload. */
  readonly isSoundWanted: boolean;
  readonly duty: DutyState;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Counts, sound and ways to the pages of alarms and screens, above the map. */
export function AlarmStrip({ actor, isSoundWanted, duty, isOpen, onToggle }: Props) {
  const { canOpen, open } = usePageApi();
  const pages = [
    ["/alarms", word.alarmHistory],
    ["/rules", word.alarmRule],
    ["/screens", word.screen],
  ] as const;
  return (
    <div className={classes["strip"]} data-strip>
      <div className={classes["bar"]}>
        <div className={classes["told"]}>
          <Counts actor={actor} />
        </div>
        <div className={classes["desk"]}>
          <DutyStatus state={duty} />
          <SoundControls actor={actor} isSoundWanted={isSoundWanted} />
          <NotificationButton />
          <span className={classes["links"]}>
            {pages
              .filter(([path]) => canOpen(path))
              .map(([path, title]) => (
                <Button key={path} size="compact-xs" variant="subtle" onClick={() => open(path)}>
                  {title}
                </Button>
              ))}
            <Button
              size="compact-xs"
              variant="default"
              aria-expanded={isOpen}
              leftSection={
                isOpen ? (
                  <IconLayoutSidebarRightCollapse size={14} aria-hidden />
                ) : (
                  <IconLayoutSidebarRightExpand size={14} aria-hidden />
                )
              }
              onClick={onToggle}
            >
              {isOpen ? "收起告警" : "告警列表"}
            </Button>
          </span>
        </div>
      </div>
      <OutageBanner actor={actor} />
      <RefusedBanner />
    </div>
  );
}
