import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { useAnswer } from "../useAnswer.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";
import { roomForChoices } from "./roomForChoices.ts";

interface Props {
  readonly id?: string;
  readonly source: ChoiceSource;
  readonly value: string | null;
  readonly onChange: (value: string | null, label: string) => void;
  readonly onBlur?: () => void;
  readonly label?: ReactNode;
  readonly "aria-label"?: string;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly clearable?: boolean;
  readonly disabled?: boolean;
}

/** Picks one record of a remote list by typing; the record that is already chosen is named by its id. */
export function ChoiceSelect({ source, value, onChange, clearable = true, ...input }: Props) {
  const { client } = useConsole();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text, 300);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const known = chosen?.value === value;
  const naming = useAnswer(value && !known ? value : null, (signal) =>
    source.named(client, [value ?? ""], signal),
  );
  const named = naming.answer.state === "here" ? (naming.answer.data[0] ?? null) : null;
  const present = known ? chosen : named;
  // Once a record is chosen, the box holds its name, which is no search.
  const search = present && asked === present.label ? "" : asked;
  const found = useAnswer(open ? `search:${search}` : null, (signal) =>
    source.search(client, search, signal),
  );
  // What is on offer stays until the next answer: it would go from under a pointer that is about to choose.
  const [offered, setOffered] = useState<readonly Choice[]>([]);
  if (found.answer.state === "here" && found.answer.data !== offered) setOffered(found.answer.data);
  const choices = found.answer.state === "failed" ? [] : offered;
  const data =
    !present || choices.some(({ value: one }) => one === present.value) ? choices : [present, ...choices];
  const asking = open && found.answer.state === "asking";
  const unnamed = value !== null && present === null;
  return (
    <Select
      {...input}
      {...roomForChoices(open && found.answer.state === "asking" && search === "")}
      placeholder={unnamed ? "正在读取…" : source.placeholder}
      data={
        unnamed && value
          ? [...data, { value, label: naming.answer.state === "asking" ? "正在读取…" : value }]
          : [...data]
      }
      value={value}
      searchable
      // A click or a key opens it; focus alone would lay the list over what is wrong with the field.
      openOnFocus={false}
      clearable={clearable}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onChange={(next) => {
        const choice = data.find((one) => one.value === next) ?? null;
        setChosen(choice);
        onChange(next, choice?.label ?? "");
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => {
        setOpen(false);
        setOffered([]);
      }}
      nothingFoundMessage={
        asking ? "正在查找…" : found.answer.state === "failed" ? "读取失败，请重新打开" : "没有匹配的结果"
      }
      {...(asking ? { rightSection: <Loader size={14} /> } : {})}
    />
  );
}
