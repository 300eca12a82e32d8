import { Loader, MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import * as z from "zod/mini";
import { useConsole } from "../../console/useConsole.ts";
import { fieldFrame } from "../../list/form/fieldFrame.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { roomForChoices } from "../../list/pickers/roomForChoices.ts";
import { useAnswer } from "../../list/useAnswer.ts";

const ids = z.array(z.string());
const typingMs = 300;

interface Props extends CustomFieldProps {
  readonly source: ChoiceSource;
  /** How many of what are chosen: `家企业`. */
  readonly unit: string;
}

/** Picks several records of a remote list by typing; those that are chosen already are named by their ids. */
export function ChosenList({ source, unit, ...field }: Props) {
  const { value, onChange } = field;
  const { client } = useConsole();
  const parsed = ids.safeParse(value);
  const chosen = parsed.success ? parsed.data : [];
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text, typingMs);
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const unnamed = chosen.filter((one) => !known.has(one));
  const named = useAnswer(unnamed.length > 0 ? unnamed.join(" ") : null, (signal) =>
    source.named(client, unnamed, signal),
  );
  const found = useAnswer(open ? `search:${asked}` : null, (signal) => source.search(client, asked, signal));
  const names = new Map([
    ...known,
    ...(named.answer.state === "here" ? named.answer.data : []).map((one) => [one.value, one.label] as const),
  ]);
  const choices = found.answer.state === "here" ? found.answer.data : [];
  const asking = open && found.answer.state === "asking";
  const isNew = ({ value: one }: { readonly value: string }) => !chosen.includes(one);
  return (
    <MultiSelect
      {...fieldFrame(field)}
      {...roomForChoices(open && found.answer.state === "asking" && asked === "")}
      placeholder={chosen.length === 0 ? source.placeholder : ""}
      description={chosen.length === 0 ? undefined : `已选 ${chosen.length} ${unit}`}
      data={[
        ...chosen.map((one) => ({ value: one, label: names.get(one) ?? "正在读取…" })),
        ...choices.filter(isNew),
      ]}
      value={chosen}
      searchable
      clearable
      hidePickedOptions
      openOnFocus={false}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onChange={(next) => {
        const picked = choices.filter((choice) => next.includes(choice.value));
        setKnown(new Map([...names, ...picked.map((one) => [one.value, one.label] as const)]));
        onChange(next);
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={
        asking ? "正在查找…" : found.answer.state === "failed" ? "读取失败，请重新打开" : "没有匹配的结果"
      }
      {...(asking ? { rightSection: <Loader size={14} /> } : {})}
    />
  );
}
