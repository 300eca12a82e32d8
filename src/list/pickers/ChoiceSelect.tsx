import { CheckIcon, Combobox, Group, InputBase, Loader, ScrollArea, Text } from "@mantine/core";
import { useId } from "@mantine/hooks";
import type { ComponentProps, ReactNode } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";
import { dropdownPlacement } from "./dropdownPlacement.ts";
import { toOptionId, useChoiceField } from "./useChoiceField.ts";
import { searchTexts } from "./useUnchosenText.ts";

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
export function ChoiceSelect({ source, value, onChange, onBlur, clearable = true, ...props }: Props) {
  const { id, error, disabled = false, ...inputProps } = props;
  const inputId = useId(id);
  const field = useChoiceField({ source, value, onChange, onBlur }, inputId);
  const { combobox, options, highlight, search, isSearching } = field;
  const { comboboxProps, maxDropdownHeight, styles } = dropdownPlacement(
    isSearching && combobox.dropdownOpened && field.text === "",
  );
  return (
    <Combobox
      {...comboboxProps}
      store={combobox}
      styles={styles}
      onOptionSubmit={(submitted) => {
        const choice = options.find((option) => option.value === submitted);
        if (choice) field.choose(choice);
      }}
    >
      <Combobox.Target
        withExpandedAttribute
        withKeyboardNavigation={false}
        aria-activedescendant={highlight.optionId}
      >
        <InputBase
          {...inputProps}
          id={inputId}
          disabled={disabled}
          error={field.error ?? error}
          placeholder={field.isLabelMissing ? word.readingNow : source.placeholder}
          value={field.inputText}
          onChange={(event) => field.type(event.currentTarget.value)}
          onClick={field.openList}
          onKeyDown={field.handleKeyDown}
          onBlur={field.handleBlur}
          rightSectionPointerEvents="none"
          rightSection={isSearching ? <Loader size={14} /> : undefined}
          __defaultRightSection={<Combobox.Chevron />}
          __clearSection={<Combobox.ClearButton onClear={field.clear} />}
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
          id: toOptionId(inputId, choice),
          isCurrent: choice.value === value,
          isHighlighted: choice.value === highlight.choice?.value,
        }))}
        recentCount={field.recentCount}
        isFailed={search.state === "failed"}
        emptyText={
          searchTexts[search.state] ?? ((field.text === "" && source.emptyText) || word.nothingFound)
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
  /** How many of them, at the beginning, the user chose last. */
  readonly recentCount: number;
  readonly isFailed: boolean;
  /** Shown without options, and where the search failed. */
  readonly emptyText: string;
}

function ChoiceDropdown(props: ChoiceDropdownProps) {
  const { hidden, labelProps, maxHeight, options, recentCount, isFailed, emptyText } = props;
  return (
    <Combobox.Dropdown hidden={hidden}>
      <Combobox.Options {...labelProps}>
        <ScrollArea.Autosize
          mah={maxHeight}
          type="scroll"
          scrollbarSize="var(--combobox-padding)"
          offsetScrollbars="y"
        >
          {recentCount > 0 && (
            <Combobox.Group label="最近使用">
              {options.slice(0, recentCount).map(renderOption)}
            </Combobox.Group>
          )}
          {recentCount > 0 && options.length > recentCount ? (
            <Combobox.Group label={word.all}>{options.slice(recentCount).map(renderOption)}</Combobox.Group>
          ) : (
            options.slice(recentCount).map(renderOption)
          )}
        </ScrollArea.Autosize>
        {(options.length === 0 || isFailed) && <Combobox.Empty>{emptyText}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

const renderOption = (choice: ChoiceDropdownProps["options"][number]) => (
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
      {choice.hint && (
        <Text span size="xs" c="dimmed" ml="auto">
          {choice.hint}
        </Text>
      )}
    </Group>
  </Combobox.Option>
);
