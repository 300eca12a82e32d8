import { Input, Pill, Stack } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { useConsole } from "../../console/useConsole.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { ChoiceSelect } from "../../list/pickers/ChoiceSelect.tsx";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { useAnswer } from "../../list/useAnswer.ts";

const ids = z.array(z.string());

interface Props extends CustomFieldProps {
  readonly source: ChoiceSource;
  /** How many of what are chosen: `家企业`. */
  readonly unit: string;
}

/** Picks several records of a remote list one after the other. */
export function ChosenList({
  id,
  label,
  value,
  error,
  required,
  disabled,
  onChange,
  onBlur,
  source,
  unit,
}: Props) {
  const { client } = useConsole();
  const parsed = ids.safeParse(value);
  const chosen = parsed.success ? parsed.data : [];
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const unnamed = chosen.filter((one) => !known.has(one));
  const named = useAnswer(unnamed.length > 0 ? unnamed.join(" ") : null, (signal) =>
    source.named(client, unnamed, signal),
  );
  const fetched = named.answer.state === "here" ? named.answer.data : [];
  const nameOf = (one: string) =>
    known.get(one) ?? fetched.find((choice) => choice.value === one)?.label ?? one;
  return (
    <Stack gap="xs">
      <ChoiceSelect
        id={id}
        label={label}
        source={source}
        value={null}
        error={error}
        required={required}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(picked, name) => {
          if (picked === null || chosen.includes(picked)) return;
          setKnown(new Map([...known, [picked, name]]));
          onChange([...chosen, picked]);
        }}
      />
      {chosen.length > 0 && (
        <Input.Wrapper label={`已选 ${chosen.length} ${unit}`} labelElement="div">
          <Pill.Group>
            {chosen.map((one) => (
              <Pill
                key={one}
                withRemoveButton={!disabled}
                removeButtonProps={{ "aria-label": `移除 ${nameOf(one)}`, tabIndex: 0, "aria-hidden": false }}
                onRemove={() => onChange(chosen.filter((other) => other !== one))}
              >
                {nameOf(one)}
              </Pill>
            ))}
          </Pill.Group>
        </Input.Wrapper>
      )}
    </Stack>
  );
}
