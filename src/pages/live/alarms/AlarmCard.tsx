import { ActionIcon, Button, type ButtonProps, CloseButton } from "@mantine/core";
import { IconPin } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type ReactNode, useState } from "react";
import { type AlarmRow, alarmPriority, alarmState } from "../../../../adapters/contract/alarm.ts";
import {
  formatAlarmLine,
  formatDetail,
  formatKind,
  formatSubject,
} from "../../../../adapters/contract/alarmLine.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { RecordLink } from "../../../list/links/RecordLink.tsx";
import list from "../../../live/alarms/Alarms.module.css";
import type { AlarmServices } from "../../../live/alarms/alarmServices.ts";
import {
  formatAlarmAge,
  formatBeforeLoss,
  formatHandler,
  formatMeasuredHeight,
  formatOwnAction,
  formatPlace,
} from "../../../live/alarms/alarmTexts.ts";
import { priorityShapes } from "../../../live/alarms/priorityShapes.ts";
import { useNow } from "../../../live/alarms/useNow.ts";
import { formatHeight, formatRemainingTime } from "../../../live/flightMetrics.ts";
import { formatAge } from "../../../live/formatFlight.ts";
import type { LiveServices } from "../../../live/liveServices.ts";
import { useFlight } from "../../../live/useFlight.ts";
import { lazyDialog } from "../../../loading/lazyDialog.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { SpokenOrders } from "../duty/SpokenOrders.tsx";
import classes from "./AlarmCard.module.css";
import { AlarmPhone } from "./AlarmPhone.tsx";
import { openVideo, showPlace } from "./alarmMoves.ts";
import { type AlarmDeskAct, type AlarmViewer, getRefusal } from "./alarmRefusals.ts";
import { useTaskRecord } from "./useTaskRecord.ts";

const ShelveForm = lazyDialog(async () => (await import("./AlarmForms.tsx")).ShelveForm);
const CloseForm = lazyDialog(async () => (await import("./AlarmForms.tsx")).CloseForm);

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

const Figure = ({ label, value, note = "" }: FigureProps) => (
  <div className={classes["figure"]}>
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong> {note !== "" && <span>{note}</span>}
    </dd>
  </div>
);

/** What the drone is and will be doing. */
function FlightFigures({ live, task }: { readonly live: LiveServices; readonly task: TaskRow }) {
  const { socket } = usePageApi();
  const flight = useFlight(live, socket, task);
  if (!flight)
    return (
      <Figure
        label={word.flight}
        value="没有数据"
        note={task.status === "planned" ? "任务尚未起飞" : "还没有收到"}
      />
    );
  const { state, ages } = flight;
  const height = formatHeight(state);
  return (
    <>
      <Figure label={word.height} value={height.value} note={height.datum} />
      <Figure
        label={word.battery}
        value={state.batPct === null ? word.unknown : `${Math.round(state.batPct)} %`}
        note={formatRemainingTime(state.tRemain)}
      />
      <Figure label="数据时间" value={formatAge(ages.position)} />
      <Figure label="失控后自动" value={formatOwnAction(state)} />
    </>
  );
}

interface ActButtonProps extends ButtonProps {
  readonly refusal: string | null;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** What cannot be done now stays in its place and says why. */
function ActButton({ refusal, onClick, children, ...rest }: ActButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      {...rest}
      {...(refusal === null ? {} : { "data-disabled": true, "aria-disabled": true, title: refusal })}
      onClick={() => refusal === null && onClick()}
    >
      {children}
      {refusal !== null && <span className={classes["hidden"]}>{`（${refusal}）`}</span>}
    </Button>
  );
}

interface ShelveButtonProps {
  readonly alarm: AlarmRow;
  readonly actor: AlarmServices["actor"];
  readonly refuse: (act: AlarmDeskAct) => string | null;
  /** Whether the form is open. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens the form that shelves the alarm; of a shelved one, ends that. */
function ShelveButton({ alarm: { id, state }, actor, refuse, isOpen, onToggle }: ShelveButtonProps) {
  if (state !== "shelved")
    return (
      <ActButton refusal={refuse("shelve")} aria-expanded={isOpen} onClick={onToggle}>
        {word.shelve}
      </ActButton>
    );
  return (
    <ActButton
      refusal={refuse("unshelve")}
      onClick={() =>
        actor.send({ type: "alarms.act", wanted: { type: "shelve", id, minutes: 0, reason: "" } })
      }
    >
      解除屏蔽
    </ActButton>
  );
}

interface Props {
  readonly alarm: AlarmRow;
  readonly alarms: AlarmServices;
  readonly live: LiveServices;
  readonly viewer: AlarmViewer;
}

/** Keeps the card at this alarm, or lets it follow the most urgent again. */
function PinButton({ id, actor }: { readonly id: string; readonly actor: AlarmServices["actor"] }) {
  const pinned = useSelector(actor, ({ context }) => context.pinned);
  return (
    <ActionIcon
      size="sm"
      variant={pinned ? "filled" : "subtle"}
      color="gray"
      aria-pressed={pinned}
      aria-label="固定这条告警"
      title={pinned ? "已固定；点击后跟随最紧急的告警" : "固定这条告警"}
      onClick={() => actor.send(pinned ? { type: "card.unpin" } : { type: "alarm.select", id })}
    >
      <IconPin size={14} aria-hidden />
    </ActionIcon>
  );
}

/** What a duty officer has to know of an alarm in the first five seconds, without scrolling. */
export function AlarmCard({ alarm, alarms, live, viewer }: Props) {
  const { actor } = alarms;
  const now = useNow(live.clock);
  const { task, isOver } = useTaskRecord(alarm.taskId);
  const [form, setForm] = useState<"shelve" | "close" | null>(null);
  const isSending = useSelector(actor, ({ context }) =>
    context.queue.some(({ act }) => act.type === "acknowledge" && act.ids.includes(alarm.id)),
  );
  const beforeLoss = useSelector(actor, ({ context: { alarms: own, others } }) =>
    formatBeforeLoss(alarm, [...(own ?? []), ...others]),
  );
  const measured = formatMeasuredHeight(alarm);
  const refuse = (act: AlarmDeskAct) => getRefusal(act, alarm, viewer);
  const toggle = (next: "shelve" | "close") => setForm(form === next ? null : next);
  const closeForm = () => setForm(null);
  return (
    <article
      className={classes["card"]}
      data-priority={alarm.priority}
      aria-label={`${alarmPriority.label(alarm.priority)} ${formatAlarmLine(alarm, now)}`}
    >
      <header className={classes["cardHead"]}>
        <h2 className={classes["cardTitle"]}>
          <span className={list["shape"]} aria-hidden>
            {priorityShapes[alarm.priority]}
          </span>
          <span>{`${alarmPriority.label(alarm.priority)} ${formatKind(alarm)}`}</span>
        </h2>
        <StatusTag {...alarmState.tag(alarm.state)} />
        <PinButton id={alarm.id} actor={actor} />
        <CloseButton
          size="sm"
          aria-label="收起告警详情"
          onClick={() => actor.send({ type: "alarm.leave" })}
        />
      </header>
      <p className={classes["where"]}>{formatDetail(alarm, now)}</p>
      {beforeLoss !== "" && (
        <p className={classes["where"]}>
          <strong>{beforeLoss}</strong>
        </p>
      )}
      <p className={classes["where"]}>{formatPlace(alarm)}</p>
      <p className={classes["who"]}>
        <RecordLink
          record="task"
          id={alarm.taskId}
          text={alarm.taskName || formatSubject({ ...alarm, droneSn: "" })}
        />
        {alarm.taskName !== "" && alarm.droneSn !== "" && <span>{alarm.droneSn}</span>}
        <RecordLink record="company" id={alarm.companyId} text={alarm.companyName} />
      </p>
      <dl className={classes["figures"]}>
        <Figure label={alarm.clearedAt === null ? "已持续" : "持续了"} value={formatAlarmAge(alarm, now)} />
        {task && <FlightFigures live={live} task={task} />}
        {isOver && <Figure label={word.flight} value="任务已结束" note="见历史任务" />}
        {measured && <Figure label="判定高度" value={measured.height} note={measured.note} />}
        <Figure label="处理人" value={formatHandler(alarm)} />
      </dl>
      {alarm.taskId !== null && (
        <AlarmPhone alarm={alarm} alarms={alarms} task={task} refusal={refuse("contact")} />
      )}
      <div className={classes["acts"]}>
        <ActButton
          variant="filled"
          refusal={refuse("acknowledge")}
          loading={isSending}
          onClick={() =>
            actor.send({
              type: "alarms.act",
              wanted: { type: "acknowledge", ids: [alarm.id], cause: null },
            })
          }
        >
          确认 <kbd className={classes["key"]}>空格</kbd>
        </ActButton>
        <ActButton refusal={refuse("video")} onClick={() => openVideo(live, alarm)}>
          {word.video} <kbd className={classes["key"]}>V</kbd>
        </ActButton>
        <ActButton refusal={refuse("locate")} onClick={() => showPlace(live, alarm)}>
          定位 <kbd className={classes["key"]}>L</kbd>
        </ActButton>
        <ShelveButton
          alarm={alarm}
          actor={actor}
          refuse={refuse}
          isOpen={form === "shelve"}
          onToggle={() => toggle("shelve")}
        />
        <ActButton refusal={refuse("close")} aria-expanded={form === "close"} onClick={() => toggle("close")}>
          {word.close}
        </ActButton>
      </div>
      {task && (
        <SpokenOrders
          subject={{ id: task.id, taskName: task.name, pilotName: task.pilotName, alarmId: alarm.id }}
        />
      )}
      {form === "shelve" && refuse("shelve") === null && (
        <ShelveForm id={alarm.id} actor={actor} onClose={closeForm} />
      )}
      {form === "close" && refuse("close") === null && (
        <CloseForm id={alarm.id} actor={actor} onClose={closeForm} />
      )}
    </article>
  );
}
