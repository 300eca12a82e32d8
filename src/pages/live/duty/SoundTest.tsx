import { Button, Group, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { alarmPriority } from "../../../../adapters/contract/alarm.ts";
import { getAlarmServices } from "../../../live/alarms/alarmServices.ts";
import { priorityShapes } from "../../../live/alarms/priorityShapes.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";

/** P4 has no sound. */
const audible = ["p1", "p2", "p3"] as const;

/** Whoever takes over hears here what each priority sounds like, and that it can be heard at all. */
export function SoundTest() {
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
