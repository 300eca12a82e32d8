import { Button, Group, List, Text } from "@mantine/core";
import { useState } from "react";
import { alarmKind, alarmPriority, maxAcknowledged } from "../../../../../adapters/contract/alarm.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { formatAlarmAge, formatPlace, formatSubject } from "../../alarm/alarmTexts.ts";
import type { AlarmActor } from "./alarmServices.ts";
import type { CauseGroup } from "./groupByCause.ts";

interface Props {
  readonly actor: AlarmActor;
  /** Those that wait. */
  readonly group: CauseGroup;
  readonly now: number;
  /** Why they cannot be acknowledged now; null where they can. */
  readonly refusal: string | null;
}

/** Asks whether all alarms of a cause are known, with the name of each. What comes meanwhile is not among them. */
export function AcknowledgeCause({ actor, group, now, refusal }: Props) {
  const [shown, setShown] = useState<CauseGroup | null>(null);
  const label = `${alarmKind.label(group.kind)} ${group.alarms.length} 条`;
  const close = () => setShown(null);
  const acknowledge = () => {
    if (!shown || refusal !== null) return;
    const ids = shown.alarms.map(({ id }) => id);
    actor.send({ type: "alarms.act", wanted: { type: "acknowledge", ids, cause: shown.kind } });
    close();
  };
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`按原因确认：${label}`}
        onClick={() => setShown({ ...group, alarms: group.alarms.slice(0, maxAcknowledged) })}
      >
        {label}…
      </Button>
      {shown && (
        <Dialog opened onClose={close} title={`按原因确认：${alarmKind.label(shown.kind)}`}>
          <Text size="sm">
            下面 {shown.alarms.length} 条{alarmPriority.label(shown.priority)}告警都已看过，一起确认？
          </Text>
          <List size="sm" my="sm" mah="50dvh" style={{ overflowY: "auto" }} aria-label="要确认的告警">
            {shown.alarms.map((alarm) => (
              <List.Item key={alarm.id}>
                {[formatSubject(alarm), alarm.droneSn, formatPlace(alarm), formatAlarmAge(alarm, now)]
                  .filter((part, place, parts) => part !== "" && parts.indexOf(part) === place)
                  .join(" · ")}
              </List.Item>
            ))}
          </List>
          {refusal !== null && (
            <Text size="sm" c="red" role="alert">
              {refusal}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              取消
            </Button>
            <Button disabled={refusal !== null} onClick={acknowledge}>
              确认这 {shown.alarms.length} 条
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}
