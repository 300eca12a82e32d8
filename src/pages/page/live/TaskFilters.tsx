import { Select, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./TaskFilters.module.css";
import { kindOptions, phaseOptions, type TaskFilter, taskSorts } from "./taskFilter.ts";

interface Props {
  readonly filter: TaskFilter;
  readonly onChange: (next: TaskFilter) => void;
}

const anyOption = { value: "", label: "全部" };

/** Narrows what has been read: at once, without asking the server. */
export function TaskFilters({ filter, onChange }: Props) {
  return (
    <search className={classes["filters"]}>
      <TextInput
        size="xs"
        className={classes["wide"]}
        aria-label="搜索任务"
        placeholder="任务、企业、飞手或其手机后四位、无人机"
        leftSection={<IconSearch size={14} />}
        value={filter.keyword}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, keyword: value })}
      />
      <Select
        size="xs"
        aria-label="任务类型"
        data={[{ ...anyOption, label: "全部类型" }, ...kindOptions]}
        value={filter.kind}
        allowDeselect={false}
        onChange={(kind) => onChange({ ...filter, kind: kind ?? "" })}
      />
      <Select
        size="xs"
        aria-label="飞行阶段"
        data={[{ ...anyOption, label: "全部阶段" }, ...phaseOptions]}
        value={filter.state}
        allowDeselect={false}
        onChange={(state) => onChange({ ...filter, state: state ?? "" })}
      />
      <Select
        size="xs"
        aria-label="排序"
        data={[...taskSorts]}
        value={filter.sort}
        allowDeselect={false}
        onChange={(sort) => {
          const selectedSort = taskSorts.find(({ value }) => value === sort);
          if (selectedSort) onChange({ ...filter, sort: selectedSort.value });
        }}
      />
    </search>
  );
}
