import { type ComboboxItem, Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { useNameMatcher } from "./nameSearch.ts";
import { maxBrowsedOptions, takeFirstOption, takeOptionAtTab } from "./typedText.ts";

type OwnedProps =
  | "filter"
  | "searchValue"
  | "onSearchChange"
  | "allowDeselect"
  | "clearable"
  | "onKeyDownCapture"
  | "onClick"
  | "onOptionSubmit";

interface Props extends Omit<SelectProps, OwnedProps> {
  readonly data: ComboboxItem[];
  readonly value: string | null;
  readonly canBeEmpty?: boolean;
}

/**
 * A select whose options are all known. Where they are too many to look through, or with `searchable`, they are found
 * by typing a part of the label, its pinyin or initials. Enter takes the first match, Tab the only one.
 */
export function OptionSelect({ canBeEmpty = false, nothingFoundMessage, onFocus, ...props }: Props) {
  // The library refuses a value that comes twice, as in another platform's answer.
  const data = [...new Map(props.data.toReversed().map((one) => [one.value, one])).values()].toReversed();
  const { value, searchable = data.length > maxBrowsedOptions } = props;
  const { matches, load } = useNameMatcher();
  const label = data.find((option) => option.value === value)?.label ?? "";
  const [text, setText] = useState(label);
  const isTyped = searchable && text.trim() !== "" && text !== label;
  return (
    <Select
      {...props}
      data={data}
      searchable={searchable}
      // Choosing the current one again must not clear it: it may be the first match.
      allowDeselect={canBeEmpty && !searchable}
      clearable={canBeEmpty && searchable}
      searchValue={text}
      onSearchChange={(typed) => {
        // Options that came after the focus made the field one to type into.
        if (searchable) load();
        setText(typed);
      }}
      filter={({ options, search }) =>
        options.filter((option) => "group" in option || matches(search, option.label))
      }
      selectFirstOptionOnChange={isTyped}
      nothingFoundMessage={isTyped ? word.nothingFound : nothingFoundMessage}
      onFocus={(event) => {
        if (searchable) load();
        onFocus?.(event);
      }}
      onClick={(event) => {
        // What is typed now replaces the label, as after Tab.
        if (searchable && text === label) event.currentTarget.select();
      }}
      onKeyDownCapture={isTyped ? takeFirstOption : takeOptionAtTab}
      // The library shows the label of another one as soon as it is the value.
      onOptionSubmit={(chosen) => setText(chosen === value ? label : "")}
    />
  );
}
