import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useQuery } from "../useQuery.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";
import { dropdownPlacement } from "./dropdownPlacement.ts";

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

/** Selects a record by typing; the label of the current one is fetched by its id. */
export function ChoiceSelect({ source, value, onChange, clearable = true, ...inputProps }: Props) {
  const { client } = usePageApi();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [debouncedText] = useDebouncedValue(text, 300);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isKnown = chosen?.value === value;
  const labelQuery = useQuery(value && !isKnown ? value : null, (signal) =>
    source.fetchByIds(client, [value ?? ""], signal),
  );
  const fetchedChoice = labelQuery.result.state === "success" ? (labelQuery.result.data[0] ?? null) : null;
  const current = isKnown ? chosen : fetchedChoice;
  // The input then contains the chosen label, which is not a search.
  const search = current && debouncedText === current.label ? "" : debouncedText;
  const searchQuery = useQuery(open ? `search:${search}` : null, (signal) =>
    source.search(client, search, signal),
  );
  // Options stay until the next response: the user may be about to click one.
  const [lastChoices, setLastChoices] = useState<readonly Choice[]>([]);
  if (searchQuery.result.state === "success" && searchQuery.result.data !== lastChoices)
    setLastChoices(searchQuery.result.data);
  const choices = searchQuery.result.state === "error" ? [] : lastChoices;
  const data =
    !current || choices.some(({ value: candidate }) => candidate === current.value)
      ? choices
      : [current, ...choices];
  const isSearching = open && searchQuery.result.state === "pending";
  const isLabelMissing = value !== null && current === null;
  return (
    <Select
      {...inputProps}
      {...dropdownPlacement(open && searchQuery.result.state === "pending" && search === "")}
      placeholder={isLabelMissing ? "正在读取…" : source.placeholder}
      data={
        isLabelMissing && value
          ? [...data, { value, label: labelQuery.result.state === "pending" ? "正在读取…" : value }]
          : [...data]
      }
      value={value}
      searchable
      // Not on focus: the dropdown would cover the field's error.
      openOnFocus={false}
      clearable={clearable}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onChange={(next) => {
        const choice = data.find((candidate) => candidate.value === next) ?? null;
        setChosen(choice);
        onChange(next, choice?.label ?? "");
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => {
        setOpen(false);
        setLastChoices([]);
      }}
      nothingFoundMessage={
        isSearching
          ? "正在查找…"
          : searchQuery.result.state === "error"
            ? "读取失败，请重新打开"
            : "没有匹配的结果"
      }
      {...(isSearching ? { rightSection: <Loader size={14} /> } : {})}
    />
  );
}
