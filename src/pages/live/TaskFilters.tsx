import { Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { kindOptions, stateOptions, type TaskFilter, taskSorts } from "../../live/taskFilter.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import filterClasses from "./TaskFilters.module.css";

const OptionSelect = lazyComponent(
  async () => (await import("../../list/pickers/OptionSelect.tsx")).OptionSelect,
  () => <TextInput size="xs" aria-label="飞行状态" disabled />,
);

interface Props {
  readonly filter: TaskFilter;
  readonly onChange: (next: TaskFilter) => void;
}

/** The server searches: not with each letter, as a session may load only 120 lists a minute. */
const typingMs = 400;

/** Filter and order of the list; each change goes to its first page. */
export function TaskFilters({ filter, onChange }: Props) {
  const change = (part: Partial<TaskFilter>) => onChange({ ...filter, page: 1, ...part });
  const find = <T extends string>(options: readonly { readonly value: T }[], value: string | null) =>
    options.find((option) => option.value === value)?.value;
  return (
    <search className={filterClasses["filters"]}>
      <KeywordInput keyword={filter.keyword} onChange={(keyword) => change({ keyword })} />
      <Select
        size="xs"
        aria-label={word.taskType}
        data={[{ value: "", label: "全部类型" }, ...kindOptions]}
        value={filter.kind}
        allowDeselect={false}
        onChange={(kind) => change({ kind: find(kindOptions, kind) ?? "" })}
      />
      <OptionSelect
        size="xs"
        aria-label="飞行状态"
        data={[{ value: "", label: "全部状态" }, ...stateOptions]}
        value={filter.state}
        onChange={(state) => change({ state: find(stateOptions, state) ?? "" })}
      />
      <Select
        size="xs"
        aria-label={word.sort}
        data={taskSorts}
        value={filter.sort}
        allowDeselect={false}
        onChange={(sort) => change({ sort: find(taskSorts, sort) ?? filter.sort })}
      />
    </search>
  );
}

interface KeywordProps {
  readonly keyword: string;
  readonly onChange: (keyword: string) => void;
}

function KeywordInput({ keyword, onChange }: KeywordProps) {
  const [text, setText] = useState(keyword);
  const [sent, setSent] = useState(keyword);
  const [previous, setPrevious] = useState(keyword);
  if (keyword !== previous) {
    setPrevious(keyword);
    // It changed elsewhere: by the browser's history or a link.
    if (keyword !== sent) {
      setSent(keyword);
      setText(keyword);
    }
  }
  const send = useEffectEvent(() => {
    setSent(text);
    onChange(text);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(send, typingMs);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return (
    <TextInput
      size="xs"
      className={filterClasses["wide"]}
      aria-label="搜索任务"
      placeholder="任务、企业、飞手或其手机后四位、无人机"
      leftSection={<IconSearch size={14} />}
      maxLength={100}
      value={text}
      onChange={({ currentTarget: { value } }) => setText(value)}
    />
  );
}
