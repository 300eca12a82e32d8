import { Button } from "@mantine/core";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { dutyCalls } from "../../../../../adapters/contract/duty.ts";
import { canCall } from "../../../../list/canCall.ts";
import { FormHost } from "../../../../list/form/FormHost.tsx";
import { useForm } from "../../../../list/form/useForm.ts";
import { toCallError } from "../../../../list/toCallError.ts";
import { usePageApi } from "../../../../pageApi/usePageApi.ts";
import { formatClock, formatDay } from "../../../../ui/format/formatTime.ts";
import classes from "./Duty.module.css";
import { leaveForm, loadBriefing, noteForm, takeoverForm } from "./dutyForms.tsx";
import type { Duty, DutyState } from "./useDuty.ts";

/** Since when, with the day where it is not today. */
function formatSince(startedAt: string, at: string): string {
  const clock = formatClock(Date.parse(startedAt)).slice(0, 5);
  return formatDay(startedAt) === formatDay(at) ? clock : `${formatDay(startedAt)} ${clock}`;
}

function describe({ at, shifts: [shift], flightsInAir }: Duty): string {
  if (shift) return `当前值班 ${shift.staffName}，${formatSince(shift.startedAt, at)} 起`;
  return flightsInAir > 0 ? `无人值班，在飞 ${flightsInAir} 架` : "无人值班";
}

/** Who is on duty and since when; for duty officers the ways to take over, to leave and to note something. */
export function DutyStatus({ state: { duty, hasFailed, reload } }: { readonly state: DutyState }) {
  const pageApi = usePageApi();
  const { client, user, canOpen, open } = pageApi;
  const outcome = { onSaved: reload, onUncertain: reload };
  const takingOver = useForm(takeoverForm, outcome);
  const leaving = useForm(leaveForm, outcome);
  const noting = useForm(noteForm, outcome);
  if (!duty)
    return hasFailed ? (
      <span className={classes["status"]} role="status">
        当前值班没有读取出来，正在自动重试
      </span>
    ) : null;
  const [shift] = duty.shifts;
  const isOwn = shift?.staffId === user.id;
  const mayAct = canCall(dutyCalls.dutyTakeover, pageApi);
  const takeOver = () => {
    // The console shows the error of a failed call.
    loadBriefing(client, Date.now()).then(takingOver.open, toCallError);
  };
  return (
    <span className={classes["status"]} data-unattended={shift ? undefined : true} role="status">
      {shift ? <IconUserCheck size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />}
      <span>{`${describe(duty)}${hasFailed ? "（没有更新）" : ""}`}</span>
      {mayAct && !isOwn && (
        <Button size="compact-xs" onClick={takeOver}>
          接班
        </Button>
      )}
      {shift && isOwn && (
        <Button size="compact-xs" variant="default" onClick={() => leaving.open(shift)}>
          离岗
        </Button>
      )}
      {mayAct && (
        <Button size="compact-xs" variant="default" onClick={() => noting.open({ id: shift?.id ?? "none" })}>
          记事
        </Button>
      )}
      {canOpen("/dutyLog") && (
        <Button size="compact-xs" variant="subtle" onClick={() => open("/dutyLog")}>
          值班日志
        </Button>
      )}
      <FormHost form={takingOver} />
      <FormHost form={leaving} />
      <FormHost form={noting} />
    </span>
  );
}
