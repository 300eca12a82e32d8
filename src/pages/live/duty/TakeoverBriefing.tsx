import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { alarmKind, alarmPriority } from "../../../../adapters/contract/alarm.ts";
import { formatSubject } from "../../../../adapters/contract/alarmLine.ts";
import { type DutyLogRow, dutyNotesMax, type ShiftRow } from "../../../../adapters/contract/duty.ts";
import { formatScope } from "../../../../adapters/contract/dutyScope.ts";
import { type ZoneRow, zoneKind } from "../../../../adapters/contract/zone.ts";
import { type AlarmActor, getAlarmServices } from "../../../live/alarms/alarmServices.ts";
import { priorityShapes } from "../../../live/alarms/priorityShapes.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { groupByCause } from "../alarms/groupByCause.ts";
import { useDuty } from "./useDuty.ts";

/** What the incoming officer has to know. */
export interface Briefing {
  readonly id: string;
  readonly shifts: readonly ShiftRow[];
  readonly previous: ShiftRow | null;
  readonly notes: readonly DutyLogRow[];
  readonly flightsInAir: number;
  /** Zones that come into force during the shift; null where they could not be read. */
  readonly zones: readonly ZoneRow[] | null;
}

/** The open P1 by cause, with what each is about; new ones appear as they come. */
function OpenP1({ actor }: { readonly actor: AlarmActor }) {
  const alarms = useSelector(actor, ({ context }) => context.alarms);
  if (alarms === null) return <Text size="sm">告警还没有读取出来，接班后请先看告警列表。</Text>;
  const groups = groupByCause(alarms.filter(({ priority }) => priority === "p1"));
  if (groups.length === 0) return <Text size="sm">没有未关闭的 P1 告警。</Text>;
  return (
    <div>
      <Text size="sm" fw={600}>
        未关闭的 P1 告警，接班后在告警列表里确认
      </Text>
      <List size="sm" mah="30dvh" style={{ overflowY: "auto" }} aria-label="未关闭的 P1 告警">
        {groups.map(({ kind, priority, alarms: own }) => (
          <List.Item
            key={kind}
          >{`${priorityShapes[priority]} ${alarmPriority.label(priority)} ${alarmKind.label(kind)} ${own.length} 条：${own.map(formatSubject).join("、")}`}</List.Item>
        ))}
      </List>
    </div>
  );
}

/** What the incoming officer reads before the shift begins. Nothing in it has to be answered. */
export function TakeoverBriefing({ briefing }: { readonly briefing: Briefing }) {
  const { shifts, previous, notes, zones } = briefing;
  const pageApi = usePageApi();
  const [{ actor }] = useState(() => getAlarmServices(pageApi));
  const { duty } = useDuty();
  const alarms = useSelector(actor, ({ context }) => context.alarms);
  const shelved = alarms?.filter(({ state }) => state === "shelved").length ?? "—";
  const left = shifts.length > 0 ? "" : (previous?.handoverNote ?? "");
  return (
    <Stack gap={6}>
      <Text size="sm">{`${shifts.map((shift) => `当前值班 ${shift.staffName}，值守${formatScope(shift.scope)}（自 ${formatTime(shift.startedAt)}）。`).join("") || "当前无人值班。"}在飞 ${duty?.flightsInAir ?? briefing.flightsInAir} 架，未关闭告警 ${alarms?.length ?? "—"} 条，其中暂时屏蔽 ${shelved} 条。`}</Text>
      <SoundTest />
      <OpenP1 actor={actor} />
      {left !== "" && <Text size="sm">{`上一班留言：${left}`}</Text>}
      {zones === null && (
        <Text size="sm">管制区没有读取到，接班后请在地图上查看 12 小时内生效的管制区。</Text>
      )}
      {zones !== null && zones.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            12 小时内生效的管制区
          </Text>
          <List size="sm">
            {zones.map((zone) => (
              <List.Item
                key={zone.id}
              >{`${zoneKind.label(zone.kind)} ${zone.name}，${zone.from ? formatTime(zone.from) : ""} 起`}</List.Item>
            ))}
          </List>
        </div>
      )}
      {notes.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            本班记事
          </Text>
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note.id}>{`${formatTime(note.at)} ${note.text}`}</List.Item>
            ))}
          </List>
          {notes.length >= dutyNotesMax && (
            <Text size="xs" c="dimmed">
              {`只显示最近 ${dutyNotesMax} 条，更早的请在值班日志中查看。`}
            </Text>
          )}
        </div>
      )}
    </Stack>
  );
}

/** P4 has no sound. */
const audible = ["p1", "p2", "p3"] as const;

/** Whoever takes over hears here what each priority sounds like, and that it can be heard at all. */
function SoundTest() {
  const pageApi = usePageApi();
  const [{ actor }] = useState(() => getAlarmServices(pageApi));
  const isLocked = useSelector(actor, (state) => state.hasTag("soundLocked"));
  const isOff = useSelector(actor, (state) => state.hasTag("soundOff"));
  const error = useSelector(actor, ({ context }) => context.soundError);
  if (isLocked)
    return (
      <Group gap="xs" role="group" aria-label="告警声音">
        <Text size="sm" c="orange" fw={600}>
          {error === null ? "告警声音未开启" : `告警声音未开启：${error}`}
        </Text>
        <Button size="compact-xs" color="orange" onClick={() => actor.send({ type: "sound.unlock" })}>
          开启并试听
        </Button>
      </Group>
    );
  return (
    <Group gap="xs" role="group" aria-label="告警声音">
      <Text size="sm">{isOff ? "告警声音已静音，仍可试听：" : "告警声音已开启，请逐级试听："}</Text>
      {audible.map((priority) => (
        <Button
          key={priority}
          size="compact-xs"
          variant="default"
          onClick={() => actor.send({ type: "sound.test", priority })}
        >{`${priorityShapes[priority]} ${alarmPriority.label(priority)}`}</Button>
      ))}
    </Group>
  );
}
