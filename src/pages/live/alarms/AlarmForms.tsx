import { Button, Chip, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { alarmOutcome } from "../../../../adapters/contract/alarm.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { AlarmActor } from "../../../live/alarms/alarmServices.ts";
import classes from "./AlarmCard.module.css";

interface FormProps {
  readonly id: string;
  readonly actor: AlarmActor;
  readonly onClose: () => void;
}

const minuteChoices = [5, 10, 15, 30];
const minReasonLength = 2;
const maxReasonLength = 100;
const maxNoteLength = 200;

interface ChoicesProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Choices = ({ label, value, choices, onChange }: ChoicesProps) => (
  <Chip.Group value={value} onChange={(next) => onChange(String(next))}>
    <Group gap={6} role="radiogroup" aria-label={label}>
      {choices.map(([choice, text]) => (
        <Chip key={choice} value={choice} size="xs">
          {text}
        </Chip>
      ))}
    </Group>
  </Chip.Group>
);

interface FrameProps {
  readonly label: string;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function FormFrame({ label, submitLabel, onSubmit, onClose, children }: FrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={classes["form"]} aria-label={label} onSubmit={submit} noValidate>
      {children}
      <Group gap={6}>
        <Button type="submit" size="compact-sm">
          {submitLabel}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {word.cancel}
        </Button>
      </Group>
    </form>
  );
}

/** For how long and why an alarm is not to ask for attention. */
export function ShelveForm({ id, actor, onClose }: FormProps) {
  const [minutes, setMinutes] = useState("10");
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    const text = reason.trim();
    if (text.length < minReasonLength) return setError("请输入屏蔽原因，至少 2 个字");
    actor.send({
      type: "alarms.act",
      wanted: { type: "shelve", id, minutes: Number(minutes), reason: text },
    });
    onClose();
  };
  return (
    <FormFrame label={word.shelve} submitLabel="屏蔽" onSubmit={submit} onClose={onClose}>
      <Choices
        label="屏蔽时长"
        value={minutes}
        onChange={setMinutes}
        choices={minuteChoices.map((count) => [String(count), `${count} 分钟`] as const)}
      />
      <TextInput
        size="xs"
        label="屏蔽原因"
        withAsterisk
        placeholder="例如：已与飞手确认，正在返航"
        maxLength={maxReasonLength}
        value={reason}
        error={error}
        data-autofocus
        autoFocus
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(null);
        }}
      />
    </FormFrame>
  );
}

/** What came of an alarm. */
export function CloseForm({ id, actor, onClose }: FormProps) {
  const [closedAs, setClosedAs] = useState("");
  const [note, setNote] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    if (closedAs === "") return setError("请选择处理结果");
    if (closedAs === "other" && note.trim() === "") return setError("选择“其他”时请填写说明");
    actor.send({ type: "alarms.act", wanted: { type: "close", id, closedAs, note: note.trim() } });
    onClose();
  };
  return (
    <FormFrame label={word.closeAlarm} submitLabel={word.closeAlarm} onSubmit={submit} onClose={onClose}>
      <Choices
        label={word.outcome}
        value={closedAs}
        onChange={(next) => {
          setClosedAs(next);
          setError(null);
        }}
        choices={alarmOutcome.options.map(({ value, label }) => [value, label] as const)}
      />
      <TextInput
        size="xs"
        label={word.description}
        maxLength={maxNoteLength}
        value={note}
        error={error}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setError(null);
        }}
      />
    </FormFrame>
  );
}
