import { Button, Group, List, Text } from "@mantine/core";
import { alarmKind, alarmPriority, maxAcknowledged } from "../../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../../adapters/contract/alarmLine.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { AlarmActor } from "../../../live/alarms/alarmServices.ts";
import { formatAlarmAge, formatPlace } from "../../../live/alarms/alarmTexts.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { CauseGroup } from "./groupByCause.ts";

interface Props {
  readonly actor: AlarmActor;
  /** As they were when the question was asked: what comes meanwhile is not among them. */
  readonly group: CauseGroup;
  readonly now: number;
  /** Why they cannot be acknowledged now; null where they can. */
  readonly refusal: string | null;
  readonly onClose: () => void;
}

/** Asks whether all alarms of a cause are known, with the name of each. */
export function AcknowledgeCause({ actor, group, now, refusal, onClose }: Props) {
  const shown = group.alarms.slice(0, maxAcknowledged);
  const acknowledge = () => {
    if (refusal !== null) return;
    const ids = shown.map(({ id }) => id);
    actor.send({ type: "alarms.act", wanted: { type: "acknowledge", ids, cause: group.kind } });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={`按原因确认：${alarmKind.label(group.kind)}`}>
      <Text size="sm">{`下面 ${shown.length} 条${alarmPriority.label(group.priority)}告警都已看过，一起确认？`}</Text>
      <List size="sm" my="sm" mah="50dvh" style={{ overflowY: "auto" }} aria-label="要确认的告警">
        {shown.map((alarm) => (
          <List.Item key={alarm.id}>
            {[formatAlarmLine(alarm, now), alarm.droneSn, formatPlace(alarm), formatAlarmAge(alarm, now)]
              .filter((part) => part !== "")
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
        <Button variant="default" onClick={onClose}>
          {word.cancel}
        </Button>
        <Button disabled={refusal !== null} onClick={acknowledge}>{`确认这 ${shown.length} 条`}</Button>
      </Group>
    </Dialog>
  );
}
