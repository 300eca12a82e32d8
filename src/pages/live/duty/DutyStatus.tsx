import { Button } from "@mantine/core";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { dutyCalls } from "../../../../adapters/contract/duty.ts";
import { formatScope, formatWholeScope } from "../../../../adapters/contract/dutyScope.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { canCall } from "../../../list/canCall.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import { toCallError } from "../../../list/toCallError.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatClock, formatDay } from "../../../ui/format/formatTime.ts";
import classes from "./Duty.module.css";
import { leaveForm, loadBriefing, noteForm, scopeForm, takeoverForm } from "./dutyForms.tsx";
import type { Duty, DutyState } from "./useDuty.ts";

/** Since when, with the day where it is not today. */
function formatSince(startedAt: string, at: string): string {
  const clock = formatClock(Date.parse(startedAt)).slice(0, 5);
  return formatDay(startedAt) === formatDay(at) ? clock : `${formatDay(startedAt)} ${clock}`;
}

/** Desks beyond these are only counted. */
const maxDesks = 3;

function describe({ at, shifts, flightsInAir }: Duty): string {
  const desks = shifts.slice(0, maxDesks).map(({ staffName, scope, startedAt }) => {
    const watched = scope.by === "all" ? "" : `（${formatScope(scope)}）`;
    return `${staffName}${watched}，${formatSince(startedAt, at)} 起`;
  });
  const more = shifts.length > maxDesks ? `；等 ${shifts.length} 个席位` : "";
  if (desks.length > 0) return `当前值班 ${desks.join("；")}${more}`;
  return flightsInAir > 0 ? `无人值班，在飞 ${flightsInAir} 架` : "无人值班";
}

/** Each desk with all that it watches. */
const formatDesks = (shifts: Duty["shifts"]): string =>
  shifts.map(({ staffName, scope }) => `${staffName}：${formatWholeScope(scope)}`).join("\n");

/** Who is on duty for what and since when; for duty officers the ways to take over, to leave and to note something. */
export function DutyStatus({ state: { duty, hasFailed, reload } }: { readonly state: DutyState }) {
  const pageApi = usePageApi();
  const { client, user, canOpen, open } = pageApi;
  const outcome = { onSaved: reload, onUncertain: reload };
  const takingOver = useForm(takeoverForm, outcome);
  const leaving = useForm(leaveForm, outcome);
  const scoping = useForm(scopeForm, outcome);
  const noting = useForm(noteForm, outcome);
  if (!duty)
    return hasFailed ? (
      <span className={classes["status"]} role="status">
        当前值班没有读取出来，正在自动重试
      </span>
    ) : null;
  const { shifts } = duty;
  const own = shifts.find(({ staffId }) => staffId === user.id);
  const mayAct = canCall(dutyCalls.dutyTakeover, pageApi);
  const takeOver = () => {
    // The console shows the error of a failed call.
    loadBriefing(client, Date.now()).then(takingOver.open, toCallError);
  };
  return (
    <span className={classes["status"]} data-unattended={shifts.length > 0 ? undefined : true} role="status">
      {shifts.length > 0 ? <IconUserCheck size={16} aria-hidden /> : <IconUserOff size={16} aria-hidden />}
      <span
        className={classes["desks"]}
        title={formatDesks(shifts)}
      >{`${describe(duty)}${hasFailed ? "（没有更新）" : ""}`}</span>
      {mayAct && !own && (
        <Button size="compact-xs" onClick={takeOver}>
          {word.startShift}
        </Button>
      )}
      {own && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => scoping.open(own)}>
            {word.dutyScope}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => leaving.open(own)}>
            {word.leave}
          </Button>
        </>
      )}
      {mayAct && (
        <Button size="compact-xs" variant="default" onClick={() => noting.open({ id: own?.id ?? "none" })}>
          {word.addNote}
        </Button>
      )}
      {canOpen("/dutyLog") && (
        <Button size="compact-xs" variant="subtle" onClick={() => open("/dutyLog")}>
          {word.dutyLog}
        </Button>
      )}
      <FormHost form={takingOver} />
      <FormHost form={leaving} />
      <FormHost form={scoping} />
      <FormHost form={noting} />
    </span>
  );
}
