import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconBellX } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { AlarmServices } from "../../live/alarms/alarmServices.ts";
import { formatMoreAlarms, formatOutside } from "../../live/alarms/alarmTexts.ts";
import { livePath } from "../../live/alarms/livePath.ts";
import { soundBlockedText } from "../../live/alarms/soundResume.ts";
import { useAlarms } from "../../live/alarms/useAlarms.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import classes from "./Alarms.module.css";
import { countWaiting, formatTitleMark, markTitle } from "./waitingAlarms.ts";

/** Keeps the mark at the beginning of the document's title, whatever page sets it. */
function useTitleMark(mark: string): void {
  useEffect(() => {
    const apply = () => {
      const wanted = markTitle(document.title, mark);
      if (document.title !== wanted) document.title = wanted;
    };
    apply();
    const title = document.querySelector("title");
    const observer = new MutationObserver(apply);
    if (title) observer.observe(title, { childList: true });
    return () => {
      observer.disconnect();
      document.title = markTitle(document.title, "");
    };
  }, [mark]);
}

/** In the head: how many P1 and P2 nobody has acknowledged, and whether they can be heard. */
export function AlarmCount() {
  const alarms = useAlarms();
  return alarms && <Count alarms={alarms} />;
}

function Count({ alarms: { actor, isSoundWanted } }: { readonly alarms: AlarmServices }) {
  const { open } = usePageApi();
  const count = countWaiting(useSelector(actor, ({ context }) => context.alarms));
  const more = useSelector(actor, ({ context }) => formatMoreAlarms(context.more));
  const outside = useSelector(actor, ({ context }) => formatOutside(context));
  const hasFailed = useSelector(actor, (state) => state.hasTag("failed"));
  const isLocked = useSelector(actor, (state) => state.hasTag("soundLocked"));
  useTitleMark(formatTitleMark(count));
  const state = `${outside && `，${outside}`}${more && `，${more}`}${hasFailed ? "，没有更新，正在自动重试" : ""}`;
  const label = count
    ? `未确认告警：P1 ${count.p1} 条，P2 ${count.p2} 条${state}`
    : `未确认告警：还没有读取${state}`;
  return (
    <>
      <button
        type="button"
        className={classes["count"]}
        title={label}
        data-failed={hasFailed || undefined}
        onClick={() => open(livePath)}
      >
        <span className={classes["what"]} aria-hidden>
          {word.unacknowledged}
        </span>
        <span data-urgent={(count?.p1 ?? 0) > 0 || undefined}>
          ■ <i>P1</i> {count?.p1 ?? "—"}
        </span>
        <span data-high={(count?.p2 ?? 0) > 0 || undefined}>
          ▲ <i>P2</i> {count?.p2 ?? "—"}
        </span>
        <VisuallyHidden>{`未确认的 P1、P2 告警${state}`}</VisuallyHidden>
      </button>
      {isLocked && isSoundWanted && (
        <span className={classes["silent"]} role="status" title={soundBlockedText}>
          <IconBellX size={20} stroke={1.6} aria-hidden />
          <span>{soundBlockedText}</span>
        </span>
      )}
      {isLocked && !isSoundWanted && (
        <ActionIcon
          variant="subtle"
          color="orange"
          size="lg"
          aria-label="告警听不到，点击打开声音"
          title="告警听不到，点击打开声音"
          onClick={() => actor.send({ type: "sound.unlock" })}
        >
          <IconBellX size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </>
  );
}

/** On the tag of 实时任务: the same count, as one number. */
export function TagAlarmCount() {
  const alarms = useAlarms();
  return alarms && <TagCount alarms={alarms} />;
}

function TagCount({ alarms: { actor } }: { readonly alarms: AlarmServices }) {
  const count = countWaiting(useSelector(actor, ({ context }) => context.alarms));
  const total = (count?.p1 ?? 0) + (count?.p2 ?? 0);
  if (total === 0) return null;
  return (
    // The head's count is read to screen readers.
    <span className={classes["tagCount"]} data-urgent={(count?.p1 ?? 0) > 0 || undefined} aria-hidden>
      {total}
    </span>
  );
}
