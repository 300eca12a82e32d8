import { Button, Group } from "@mantine/core";
import { type TaskRow, taskCalls } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canCall } from "../../list/canCall.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { Choice, ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { filterByName } from "../../list/pickers/nameSearch.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatTime } from "../../ui/format/formatTime.ts";

const closeForm = actionForm({
  name: "task-close",
  title: ({ name }: TaskRow) => `结束任务 ${name}`,
  call: taskCalls.taskClose,
  submitLabel: "结束任务",
  destructive: true,
  consequence: ({ status }) =>
    status === "planned"
      ? "任务将取消，不再等待起飞。"
      : "只结束平台上的记录，不会向无人机下发指令。无人机若仍在飞行并继续上报，会作为新的飞行出现。",
  fields: [
    { name: "reason", label: word.endReason, kind: "text", placeholder: "例如：飞手确认已降落", wide: true },
  ],
  args: ({ id }, { reason }, requestId) => ({ body: { id, reason, requestId } }),
});

/** The planned tasks of one drone. */
const createPlannedChoices = (droneSn: string): ChoiceSource => {
  const toChoice = ({ id, taskNo, name, plannedAt }: TaskRow): Choice => ({
    value: id,
    label: `${name} ${taskNo}${plannedAt === null ? "" : `，计划 ${formatTime(plannedAt)}`}`,
  });
  return {
    placeholder: "选择计划任务",
    emptyText: "这架无人机没有待起飞的计划任务",
    async search(client, text, signal) {
      const body = { status: "planned" as const, keyword: droneSn };
      const { list } = await client.call(taskCalls.taskStartList, { body }, { signal });
      const planned = list.filter((task) => task.droneSn === droneSn && task.plannedAt !== null);
      return filterByName(text, planned.map(toChoice));
    },
    async fetchByIds(client, ids, signal) {
      const { list } = await client.call(taskCalls.taskStartList, { body: { ids: [...ids] } }, { signal });
      return list.map(toChoice);
    },
  };
};

const createAttachForm = (droneSn: string) =>
  actionForm({
    name: "flight-attach",
    title: () => "关联计划任务",
    call: taskCalls.flightAttach,
    submitLabel: "关联",
    consequence: () => "这次飞行及其轨迹归入所选的计划任务，原来的未登记任务不再单独显示。",
    fields: [
      {
        name: "toTaskId",
        label: "计划任务",
        kind: "choice",
        source: createPlannedChoices(droneSn),
        hint: "只列出这架无人机尚未起飞的计划任务",
        wide: true,
      },
    ],
    args: ({ id }: TaskRow, { toTaskId }, requestId) => ({ body: { id, toTaskId, requestId } }),
  });

interface Props {
  readonly task: TaskRow;
  readonly onChanged: () => void;
}

/** What duty can do with the record of an open task: end it by hand, or attach an unplanned flight to its plan. */
export function TaskActions({ task, onChanged }: Props) {
  const pageApi = usePageApi();
  const outcome = { onSaved: onChanged, onUncertain: onChanged };
  const closing = useForm(closeForm, outcome);
  const attaching = useForm(createAttachForm(task.droneSn), outcome);
  if (!canCall(taskCalls.taskClose, pageApi)) return null;
  return (
    <Group gap="xs" p="sm">
      {task.plannedAt === null && (
        <Button size="xs" variant="default" onClick={() => attaching.open(task)}>
          关联计划任务
        </Button>
      )}
      <Button size="xs" variant="default" color="red" onClick={() => closing.open(task)}>
        结束任务
      </Button>
      <FormHost form={closing} />
      <FormHost form={attaching} />
    </Group>
  );
}
