import { CheckIcon, Combobox, Group, InputBase, Loader, ScrollArea, useCombobox } from "@mantine/core";
import { useDebouncedValue, useId } from "@mantine/hooks";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useDeferUntilPointerUp } from "../useDeferUntilPointerUp.ts";
import { useQuery } from "../useQuery.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";
import { dropdownPlacement } from "./dropdownPlacement.ts";
import { describeUnchosenText, findTypedChoice } from "./typedText.ts";

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

/**
 * Selects a record by typing; the label of the current one is fetched by its id. Enter in the open list chooses the
 * highlighted one: the first match, until the arrow keys move it. Leaving the field chooses what the text matches;
 * other text stays, with an error, and keeps the form from being submitted.
 */
export function ChoiceSelect({ source, value, onChange, clearable = true, ...props }: Props) {
  const { id, error, disabled = false, onBlur, ...inputProps } = props;
  const inputId = useId(id);
  const { current, isLabelMissing, labelText, setChosen } = useCurrentChoice(source, value);
  /** The text typed since the last choice; null shows the current label. */
  const [typed, setTyped] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(null);
  }
  const [highlight, setHighlight] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [isErrorShown, setErrorShown] = useState(false);
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const combobox = useCombobox({ onDropdownClose: () => setHighlight(null) });
  const open = combobox.dropdownOpened;

  const text = typed !== null && typed !== current?.label ? typed.trim() : "";
  const isUnchosen = !open && text !== "";
  const search = useSearch(source, text, open || isUnchosen);
  const isSettled = search.state === "settled";
  const options =
    text !== "" || !current || search.choices.some((choice) => choice.value === current.value)
      ? search.choices
      : [current, ...search.choices];
  const defaultHighlight = text === "" && current ? current : options[0];
  const highlighted =
    options.find((choice) => choice.value === highlight) ?? (isSettled ? defaultHighlight : undefined);
  // By value: the current choice was fetched apart from those of the list.
  const isHighlighted = (choice: Choice) => choice.value === highlighted?.value;
  const getOptionId = (choice: Choice) => `${inputId}-option-${choice.value}`;

  const choose = (choice: Choice) => {
    setChosen(choice);
    setTyped(null);
    combobox.closeDropdown();
    if (choice.value !== value) onChange(choice.value, choice.label);
  };
  const clear = () => {
    setChosen(null);
    setTyped(null);
    onChange(null, "");
  };

  // A text that was left is resolved when its search ends.
  const typedChoice = isUnchosen && isLeft && isSettled ? findTypedChoice(text, search.choices) : null;
  const chooseTyped = useEffectEvent(choose);
  useEffect(() => {
    if (typedChoice) chooseTyped(typedChoice);
  }, [typedChoice]);
  const unchosenError =
    !isUnchosen || typedChoice || search.state === "searching"
      ? null
      : search.state === "failed"
        ? "读取失败，请重新打开"
        : describeUnchosenText(search.choices);
  const validity = isUnchosen ? (unchosenError ?? "正在查找…") : "";
  const { targetRef } = combobox;
  useEffect(() => {
    if (targetRef.current instanceof HTMLInputElement) targetRef.current.setCustomValidity(validity);
  }, [targetRef, validity]);
  const highlightedId = open && highlighted ? getOptionId(highlighted) : undefined;
  useEffect(() => {
    if (highlightedId) document.getElementById(highlightedId)?.scrollIntoView({ block: "nearest" });
  }, [highlightedId]);

  const openList = () => {
    setLeft(false);
    setErrorShown(false);
    combobox.openDropdown();
  };
  const moveHighlight = (step: 1 | -1) => {
    const index = highlighted ? options.findIndex(isHighlighted) + step : step === 1 ? 0 : -1;
    setHighlight(options.at(index % Math.max(1, options.length))?.value ?? null);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (open) moveHighlight(event.key === "ArrowDown" ? 1 : -1);
      else openList();
    } else if (event.key === "Enter" && open) {
      // Never submits: while searching, or without a match, nothing would be chosen.
      event.preventDefault();
      if (highlighted) choose(highlighted);
    } else if (event.key === "Escape" && open) {
      setTyped(null);
      combobox.closeDropdown();
    }
  };
  const handleBlur = () => {
    combobox.closeDropdown();
    if (text === "") setTyped(null);
    setLeft(true);
    // The error moves the elements below.
    deferUntilPointerUp(() => setErrorShown(true));
    onBlur?.();
  };

  const isSearching = (open || isUnchosen) && search.state === "searching";
  const { comboboxProps, maxDropdownHeight, styles } = dropdownPlacement(isSearching && open && text === "");
  return (
    <Combobox
      {...comboboxProps}
      store={combobox}
      styles={styles}
      onOptionSubmit={(submitted) => {
        const choice = options.find((option) => option.value === submitted);
        if (choice) choose(choice);
      }}
    >
      <Combobox.Target
        withExpandedAttribute
        withKeyboardNavigation={false}
        aria-activedescendant={highlightedId}
      >
        <InputBase
          {...inputProps}
          id={inputId}
          disabled={disabled}
          error={(isErrorShown && unchosenError) || error}
          placeholder={isLabelMissing ? "正在读取…" : source.placeholder}
          value={typed ?? labelText}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setHighlight(null);
            openList();
          }}
          onClick={openList}
          onKeyDown={handleKeyDown}
          onBlur={handleBlur}
          rightSectionPointerEvents="none"
          rightSection={isSearching ? <Loader size={14} /> : undefined}
          __defaultRightSection={<Combobox.Chevron />}
          __clearSection={<Combobox.ClearButton onClear={clear} />}
          __clearable={clearable && value !== null && !disabled}
        />
      </Combobox.Target>
      <ChoiceDropdown
        hidden={disabled}
        labelProps={
          props["aria-label"] ? { "aria-label": props["aria-label"] } : { labelledBy: `${inputId}-label` }
        }
        maxHeight={maxDropdownHeight}
        options={options.map((choice) => ({
          ...choice,
          id: getOptionId(choice),
          isCurrent: choice.value === value,
          isHighlighted: isHighlighted(choice),
        }))}
        emptyText={
          search.state === "searching"
            ? "正在查找…"
            : search.state === "failed"
              ? "读取失败，请重新打开"
              : (text === "" && source.emptyText) || "没有匹配的结果"
        }
      />
    </Combobox>
  );
}

interface ChoiceDropdownProps {
  readonly hidden: boolean;
  readonly labelProps: { readonly "aria-label": string } | { readonly labelledBy: string };
  readonly maxHeight: ComponentProps<typeof ScrollArea.Autosize>["mah"];
  readonly options: readonly (Choice & {
    readonly id: string;
    readonly isCurrent: boolean;
    readonly isHighlighted: boolean;
  })[];
  /** Shown without options. */
  readonly emptyText: string;
}

function ChoiceDropdown({ hidden, labelProps, maxHeight, options, emptyText }: ChoiceDropdownProps) {
  return (
    <Combobox.Dropdown hidden={hidden}>
      <Combobox.Options {...labelProps}>
        <ScrollArea.Autosize
          mah={maxHeight}
          type="scroll"
          scrollbarSize="var(--combobox-padding)"
          offsetScrollbars="y"
        >
          {options.map((choice) => (
            <Combobox.Option
              key={choice.value}
              id={choice.id}
              value={choice.value}
              active={choice.isCurrent}
              selected={choice.isHighlighted}
              aria-selected={choice.isHighlighted}
            >
              <Group gap="xs" wrap="nowrap">
                {choice.isCurrent && <CheckIcon size={12} />}
                {choice.label}
              </Group>
            </Combobox.Option>
          ))}
        </ScrollArea.Autosize>
        {options.length === 0 && <Combobox.Empty>{emptyText}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

interface CurrentChoice {
  /** Null without a value, or while its label is unknown. */
  readonly current: Choice | null;
  readonly isLabelMissing: boolean;
  readonly labelText: string;
  readonly setChosen: (choice: Choice | null) => void;
}

/** The label of the value: as chosen here, or fetched by its id; the id itself if there is none. */
function useCurrentChoice(source: ChoiceSource, value: string | null): CurrentChoice {
  const { client } = usePageApi();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isKnown = value !== null && chosen?.value === value;
  const { result } = useQuery(value !== null && !isKnown ? value : null, (signal) =>
    source.fetchByIds(client, [value ?? ""], signal),
  );
  const fetched = result.state === "success" ? (result.data[0] ?? null) : null;
  const current = value === null ? null : isKnown ? chosen : fetched;
  const isLabelMissing = value !== null && current === null;
  const missingText = isLabelMissing ? (result.state === "pending" ? "正在读取…" : (value ?? "")) : "";
  return { current, isLabelMissing, labelText: current?.label ?? missingText, setChosen };
}

interface Search {
  /** What to show: the matches, or those of the text before while the search runs. */
  readonly choices: readonly Choice[];
  /** `settled`: `choices` are the matches of the text. */
  readonly state: "searching" | "settled" | "failed";
}

/** Searches 300 ms after the last keystroke, only while `active`; an empty text finds the first choices. */
function useSearch(source: ChoiceSource, text: string, active: boolean): Search {
  const { client } = usePageApi();
  const [debouncedText] = useDebouncedValue(text, 300);
  const { result } = useQuery(active ? `search:${debouncedText}` : null, (signal) =>
    source.search(client, debouncedText, signal),
  );
  // Choices stay until the next response: the user may be about to click one.
  const [lastChoices, setLastChoices] = useState<readonly Choice[]>([]);
  const nextChoices = !active ? noChoices : result.state === "success" ? result.data : lastChoices;
  if (nextChoices !== lastChoices) setLastChoices(nextChoices);
  if (result.state === "error") return { choices: noChoices, state: "failed" };
  const isSettled = active && result.state === "success" && debouncedText === text;
  return { choices: nextChoices, state: isSettled ? "settled" : "searching" };
}

const noChoices: readonly Choice[] = [];
