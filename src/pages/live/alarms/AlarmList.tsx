import { Alert, Button, Group, ScrollArea, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { memo, useState } from "react";
import type { SnapshotFrom } from "xstate";
import { type AlarmRow, alarmKind, alarmPriority, alarmState } from "../../../../adapters/contract/alarm.ts";
import { formatDetail, formatKind } from "../../../../adapters/contract/alarmLine.ts";
import * as word from "../../../../adapters/contract/words.ts";
import {
  countAsking,
  isAsking,
  isShown,
  isUnacknowledged,
  withOthers,
} from "../../../../machines/alarmRules.ts";
import { alarmPriorities } from "../../../../machines/alarmsPort.ts";
import classes from "../../../live/alarms/Alarms.module.css";
import type { AlarmActor } from "../../../live/alarms/alarmServices.ts";
import { formatAct, formatAlarmAge, formatMoreAlarms, formatPlace } from "../../../live/alarms/alarmTexts.ts";
import { priorityShapes } from "../../../live/alarms/priorityShapes.ts";
import { useNow } from "../../../live/alarms/useNow.ts";
import type { ServerClock } from "../../../live/serverClock.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { AcknowledgeCause } from "./AcknowledgeCause.tsx";
import { type AlarmViewer, refuseAcknowledging } from "./alarmRefusals.ts";
import { type CauseGroup, groupByCause } from "./groupByCause.ts";

interface FailuresProps {
  readonly actor: AlarmActor;
  readonly isLineDown: boolean;
}

/** Acts that the server did not take; each can be sent again. */
export function AlarmFailures({ actor, isLineDown }: FailuresProps) {
  const failures = useSelector(actor, ({ context }) => context.failures);
  if (failures.length === 0) return null;
  return (
    <Alert color="red" variant="light" p="xs" role="alert" className={classes["failures"] ?? ""}>
      {failures.map(({ requested: { act, requestId }, error }) => (
        <Text key={requestId} size="sm">{`${formatAct(act)}没有成功：${error.message}`}</Text>
      ))}
      <Group gap="xs" mt={4}>
        <Button
          size="compact-xs"
          disabled={isLineDown}
          title={isLineDown ? `${word.lineDown}，恢复后再重试` : undefined}
          onClick={() => actor.send({ type: "act.retry" })}
        >
          {word.retry}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => actor.send({ type: "act.dismiss" })}>
          知道了
        </Button>
      </Group>
    </Alert>
  );
}

interface ItemProps {
  readonly alarm: AlarmRow;
  /** Subject and value. */
  readonly detail: string;
  readonly ageText: string;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
}

/** One alarm: what, who, where, since when and in which state. */
const AlarmItem = memo(function AlarmItem({ alarm, detail, ageText, selected, onSelect }: ItemProps) {
  return (
    <li className={classes["item"]}>
      <button
        type="button"
        className={classes["row"]}
        data-alarm={alarm.id}
        data-priority={alarm.priority}
        data-waiting={isUnacknowledged(alarm) || undefined}
        aria-pressed={selected}
        title={alarm.droneSn || undefined}
        onClick={() => onSelect(alarm.id)}
      >
        <span className={classes["kind"]}>
          <span className={classes["shape"]} aria-hidden>
            {priorityShapes[alarm.priority]}
          </span>
          <span>{`${alarmPriority.label(alarm.priority)} ${formatKind(alarm)}`}</span>
        </span>
        <StatusTag {...alarmState.tag(alarm.state)} />
        <span className={classes["detail"]}>{detail}</span>
        <span className={classes["place"]}>{formatPlace(alarm)}</span>
        <span className={classes["age"]}>{ageText}</span>
      </button>
    </li>
  );
});

/** Rows of a priority beyond these are for 历史告警: a list of hundreds is no help in the first seconds. */
const maxRows = 100;

interface CausesProps {
  readonly alarms: readonly AlarmRow[];
  readonly onAsk: (group: CauseGroup) => void;
}

/** Ways to acknowledge several alarms of one cause, each with its name and a question. */
function Causes({ alarms, onAsk }: CausesProps) {
  const groups = groupByCause(alarms.filter(isUnacknowledged)).filter((group) => group.alarms.length > 1);
  if (groups.length === 0) return null;
  return (
    <div className={classes["causes"]}>
      <span>按原因确认：</span>
      {groups.map((group) => {
        const label = `${alarmKind.label(group.kind)} ${group.alarms.length} 条`;
        return (
          <Button
            key={group.kind}
            size="compact-xs"
            variant="default"
            aria-label={`按原因确认：${label}`}
            onClick={() => onAsk(group)}
          >{`${label}…`}</Button>
        );
      })}
    </div>
  );
}

type AlarmContext = SnapshotFrom<AlarmActor>["context"];

interface Props {
  readonly actor: AlarmActor;
  readonly clock: ServerClock;
  readonly viewer: AlarmViewer;
}

/** What the desk watches, or everything; sound, counts and card stay those of the desk. */
function ScopeSwitch({
  context,
  isWide,
  onChange,
}: {
  readonly context: AlarmContext;
  readonly isWide: boolean;
  readonly onChange: (isWide: boolean) => void;
}) {
  const options = [
    [false, `我的范围 ${countAsking(context)}`],
    [true, `全部 ${countAsking(withOthers(context))}`],
  ] as const;
  return (
    <Group gap={4} px="sm" pt={6} role="group" aria-label="告警范围">
      {options.map(([wide, label]) => (
        <Button
          key={label}
          size="compact-xs"
          variant={wide === isWide ? "filled" : "default"}
          aria-pressed={wide === isWide}
          onClick={() => onChange(wide)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

/** The open alarms, most urgent first; in a flood those of low priority as counts by cause. */
export function AlarmList({ actor, clock, viewer }: Props) {
  const context = useSelector(actor, (state) => state.context);
  const isNarrow = context.desk !== null && context.desk.scope.by !== "all";
  const [isWide, setIsWide] = useState(false);
  const { alarms, flood } = isNarrow && isWide ? withOthers(context) : context;
  const more = useSelector(actor, ({ context }) => context.more);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const hasFailed = useSelector(actor, (state) => state.hasTag("failed"));
  const isStale = useSelector(actor, (state) => state.hasTag("stale"));
  const now = useNow(clock);
  const shown = (alarms ?? []).filter((alarm) => isShown(alarm, flood));
  // Kept here: the question stays while the group that it was asked of becomes smaller.
  const [asked, setAsked] = useState<CauseGroup | null>(null);
  return (
    <div className={classes["list"]}>
      {hasFailed && (
        <Alert color="red" variant="light" p="xs" role="status">
          {alarms === null
            ? "告警没有读取出来，正在自动重试；在此之前请以电话为准。"
            : "告警没有更新，正在自动重试；下面是上次读取的告警。"}
        </Alert>
      )}
      {isStale && (
        <Text size="xs" c="dimmed" px="sm" pt={6}>
          {`${word.lineDown}，告警每 5 秒查询一次。`}
        </Text>
      )}
      {more > 0 && (
        <Text size="xs" c="dimmed" px="sm" pt={6} role="status">
          {`${formatMoreAlarms(more)}，请在历史告警中查看。`}
        </Text>
      )}
      {isNarrow && <ScopeSwitch context={context} isWide={isWide} onChange={setIsWide} />}
      <ScrollArea className={classes["scroll"]} type="auto">
        {alarms === null && !hasFailed && (
          <Text size="sm" c="dimmed" p="sm">
            {word.readingAlarms}
          </Text>
        )}
        {alarms !== null && shown.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {isNarrow && !isWide ? "值守范围内没有未关闭的告警。" : "当前没有未关闭的告警。"}
          </Text>
        )}
        {alarmPriorities.map((priority) => {
          const own = shown.filter((alarm) => alarm.priority === priority && isAsking(alarm));
          return (
            own.length > 0 && (
              <section key={priority} aria-label={alarmPriority.label(priority)}>
                <div className={classes["groupHead"]}>
                  <span>{`${alarmPriority.label(priority)} ${own.length}`}</span>
                </div>
                <Causes alarms={shown.filter((alarm) => alarm.priority === priority)} onAsk={setAsked} />
                <Rows {...{ actor, now, selected }} alarms={own} />
              </section>
            )
          );
        })}
        {flood.isActive && flood.folded.length > 0 && (
          <section
            aria-label="告警过多，已折叠"
            className={classes["folded"]}
          >{`告警过多，低级别告警已折叠：${flood.folded
            .map(
              ({ kind, priority, count }) => `${priorityShapes[priority]} ${alarmKind.label(kind)} ${count}`,
            )
            .join("，")}`}</section>
        )}
        <Folded
          title={word.shelve}
          alarms={shown.filter(({ state }) => state === "shelved")}
          {...{ actor, now, selected }}
        />
        <Folded
          title="被抑制"
          alarms={shown.filter(({ state }) => state === "suppressed")}
          {...{ actor, now, selected }}
        />
      </ScrollArea>
      {asked && (
        <AcknowledgeCause
          actor={actor}
          group={asked}
          now={now}
          refusal={refuseAcknowledging(viewer, asked.alarms)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface RowsProps {
  readonly actor: AlarmActor;
  readonly alarms: readonly AlarmRow[];
  readonly now: number;
  readonly selected: string | null;
}

const Rows = ({ actor, alarms, now, selected }: RowsProps) => (
  <>
    <ul className={classes["rows"]}>
      {alarms.slice(0, maxRows).map((alarm) => (
        <AlarmItem
          key={alarm.id}
          alarm={alarm}
          detail={formatDetail(alarm, now)}
          ageText={formatAlarmAge(alarm, now)}
          selected={alarm.id === selected}
          onSelect={(id) => actor.send({ type: "alarm.select", id })}
        />
      ))}
    </ul>
    {alarms.length > maxRows && (
      <Text
        size="xs"
        c="dimmed"
        px="sm"
        py={4}
      >{`还有 ${alarms.length - maxRows} 条，请在历史告警中查看。`}</Text>
    )}
  </>
);

/** Alarms that ask for nothing now, closed until the user looks at them. */
function Folded({ title, ...rows }: RowsProps & { readonly title: string }) {
  if (rows.alarms.length === 0) return null;
  return (
    <details className={classes["quiet"]}>
      <summary>{`${title} ${rows.alarms.length}`}</summary>
      <Rows {...rows} />
    </details>
  );
}
