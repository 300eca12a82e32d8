import { Button, Select, TextInput } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { Filter } from "../listDefinition.ts";
import { focusUnchosenText, maxBrowsedOptions, takeOptionAtTab } from "../pickers/typedText.ts";
import { areConditionsEqual, type Conditions, isInverted, isSet } from "../query/conditions.ts";
import classes from "./FilterForm.module.css";
import type { FilterFieldProps } from "./filterFieldProps.ts";
import { layoutFilters } from "./layoutFilters.ts";

/** Same height as the other controls. */
const FieldFallback = ({ id }: { readonly id?: string | undefined }) => (
  <TextInput id={id} disabled placeholder={word.loading} />
);

const DateRangeField = lazyComponent(
  async () => (await import("./DateRangeField.tsx")).DateRangeField,
  FieldFallback,
);
const NumberRangeField = lazyComponent(
  async () => (await import("./NumberRangeField.tsx")).NumberRangeField,
  FieldFallback,
);
const ChoiceSelect = lazyComponent(
  async () => (await import("../pickers/ChoiceSelect.tsx")).ChoiceSelect,
  FieldFallback,
);
const OptionSelect = lazyComponent(
  async () => (await import("../pickers/OptionSelect.tsx")).OptionSelect,
  FieldFallback,
);
const RegionSelect = lazyComponent(
  async () => (await import("../pickers/RegionSelect.tsx")).RegionSelect,
  FieldFallback,
);

const toText = (value: unknown) => (value === undefined ? null : String(value));

/** The control of one condition; large ones are loaded when the form is expanded. */
function FilterField({ id, filter, conditions, onChange }: FilterFieldProps) {
  switch (filter.kind) {
    case "text":
      return (
        <TextInput
          id={id}
          value={toText(conditions[filter.name]) ?? ""}
          maxLength={100}
          placeholder={filter.placeholder ?? "请输入"}
          // A narrow field cuts its placeholder off.
          title={filter.placeholder}
          onChange={(event) => onChange({ [filter.name]: event.currentTarget.value || undefined })}
        />
      );
    case "select": {
      const props = {
        id,
        data: filter.dictionary.options.map(({ value, label }) => ({ value, label })),
        value: toText(conditions[filter.name]),
        placeholder: filter.placeholder ?? word.all,
        onChange: (value: string | null) => onChange({ [filter.name]: value ?? undefined }),
      };
      return props.data.length > maxBrowsedOptions ? (
        <OptionSelect {...props} canBeEmpty />
      ) : (
        <Select {...props} clearable onKeyDown={takeOptionAtTab} />
      );
    }
    case "region":
      return (
        <RegionSelect
          id={id}
          anyLevel
          value={toText(conditions[filter.name])}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "choice":
      return (
        <ChoiceSelect
          id={id}
          source={filter.source}
          value={toText(conditions[filter.name])}
          onChange={(value) => onChange({ [filter.name]: value ?? undefined })}
        />
      );
    case "days":
      return <DateRangeField id={id} filter={filter} conditions={conditions} onChange={onChange} />;
    case "numbers":
      return <NumberRangeField id={id} filter={filter} conditions={conditions} onChange={onChange} />;
  }
}

interface Props {
  readonly filters: readonly Filter[];
  /** The conditions of the rows on the screen. */
  readonly applied: Conditions;
  /** The conditions typed in the form. */
  readonly typed: Conditions;
  readonly onEdit: (changes: Conditions) => void;
  readonly onSearch: () => void;
  readonly onReset: () => void;
  /** Rendered beside the buttons. */
  readonly children: ReactNode;
}

/** The query form; typing sends nothing until 查询 applies it. */
export function FilterForm({ filters, applied, typed, onEdit, onSearch, onReset, children }: Props) {
  const id = useId();
  const { ref, width } = useElementSize();
  const [expanded, setExpanded] = useState(false);
  const layout = layoutFilters(filters, width || estimateWidth());
  const isCollapsible = filters.length > layout.firstRowCount;
  const visibleFilters = expanded ? filters : filters.slice(0, layout.firstRowCount);
  const hiddenActiveCount = filters
    .slice(visibleFilters.length)
    .filter((filter) => isSet(filter, typed)).length;
  const isChanged = !areConditionsEqual(typed, applied);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusUnchosenText(event.currentTarget)) return;
    const inverted = filters.find((filter) => isInverted(filter, typed));
    if (!inverted) {
      onSearch();
      return;
    }
    // Its message is below the field.
    setExpanded(true);
    document.getElementById(`${id}-${inverted.label}-max`)?.focus();
  };
  // Also drops text that was typed into a picker and matches no choice.
  const [resets, setResets] = useState(0);
  const handleReset = () => {
    setResets(resets + 1);
    onReset();
  };
  return (
    <form
      ref={ref}
      role="search"
      aria-label="查询条件"
      className={classes["form"]}
      data-stacked={layout.isStacked || undefined}
      onSubmit={handleSubmit}
      onKeyDown={ignoreImeEnter}
      // A picker shows its own error.
      noValidate
    >
      <div
        className={classes["fields"]}
        style={{ gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))` }}
      >
        {visibleFilters.map((filter) => (
          <div
            key={filter.label}
            className={classes["field"]}
            style={filter.kind === "days" ? { gridColumnEnd: `span ${layout.daysSpan}` } : undefined}
          >
            <label
              id={`${id}-${filter.label}-label`}
              className={classes["label"]}
              htmlFor={`${id}-${filter.label}`}
            >
              {filter.label}
            </label>
            <FilterField
              key={resets}
              id={`${id}-${filter.label}`}
              filter={filter}
              conditions={typed}
              onChange={onEdit}
            />
          </div>
        ))}
      </div>
      <div className={classes["buttons"]} data-collapsible={isCollapsible || undefined}>
        <span className={classes["changed"]} aria-live="polite">
          {isChanged ? "条件已修改，点击查询" : ""}
        </span>
        <Button type="submit">查询</Button>
        <Button variant="default" onClick={handleReset}>
          重置
        </Button>
        {children}
        {isCollapsible && (
          <Button
            variant="subtle"
            px={6}
            aria-expanded={expanded}
            title={!expanded && hiddenActiveCount > 0 ? `已设 ${hiddenActiveCount} 项` : undefined}
            rightSection={expanded ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? "收起" : hiddenActiveCount > 0 ? `展开（${hiddenActiveCount}）` : "展开"}
          </Button>
        )}
      </div>
    </form>
  );
}

/** An estimate from the window's width in px until the form is measured, to avoid a second layout. */
const estimateWidth = () => window.innerWidth - (window.innerWidth < 992 ? 48 : 290);

/** Enter that confirms an IME composition must not submit. */
function ignoreImeEnter(event: KeyboardEvent) {
  if (event.key === "Enter" && event.nativeEvent.isComposing) event.preventDefault();
}
