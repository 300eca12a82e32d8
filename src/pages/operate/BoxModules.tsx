import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { BoxRow } from "../../../adapters/contract/box.ts";
import { mostPlus, type PlusRow, plusCalls, plusKind, plusStatus } from "../../../adapters/contract/plus.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { Column, DetailSectionProps } from "../../list/definition.ts";
import { Lines } from "../../list/detail/Lines.tsx";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import { mayCall } from "../../list/mayCall.ts";
import { useAnswer } from "../../list/useAnswer.ts";
import { TextAction } from "../../ui/TextAction.tsx";
import { addPlus, deletePlus, editPlus } from "./plusForms.ts";

const columns: readonly Column<PlusRow>[] = [
  { key: "name", title: "模块名称", width: 150 },
  { key: "kind", title: "类型", width: 100, as: "label", of: plusKind },
  { key: "status", title: "状态", width: 80, as: "tag", of: plusStatus },
  { key: "sn", title: "序列号", width: 150, as: "copy" },
];

/** The modules of a box, and the ways to add, edit and delete them. */
export default function BoxModules({ row, onChanged }: DetailSectionProps<BoxRow>) {
  const { client, user } = useConsole();
  const { answer, again } = useAnswer(row.id, (signal) =>
    client.call(plusCalls.plusList, { params: { id: row.id } }, { signal }),
  );
  const changed = () => {
    again();
    // The list shows what kinds of modules a box has.
    onChanged();
  };
  const told = { saved: changed, doubted: changed };
  const [add, edit, remove] = [useForm(addPlus, told), useForm(editPlus, told), useForm(deletePlus, told)];
  const may = mayCall(plusCalls.plusAdd, user.roles);
  const modules = answer.state === "here" ? answer.data : [];
  const isFull = modules.length >= mostPlus;
  return (
    <Stack gap="xs">
      {may && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={answer.state !== "here" || isFull}
            title={isFull ? `最多 ${mostPlus} 个扩展模块` : undefined}
            onClick={() => add.open(row)}
          >
            添加模块
          </Button>
        </Group>
      )}
      {answer.state === "asking" && <Loader size="sm" aria-label="正在读取扩展模块" />}
      {answer.state === "failed" && (
        <Group gap="xs">
          <Text size="sm">扩展模块没有读到</Text>
          <Button size="compact-sm" variant="default" onClick={again}>
            重试
          </Button>
        </Group>
      )}
      {answer.state === "here" && modules.length === 0 && (
        <Text size="sm" c="dimmed">
          还没有扩展模块
        </Text>
      )}
      {modules.length > 0 && (
        <Lines
          title="扩展模块"
          columns={columns}
          rows={modules}
          acts={
            may
              ? (module) => (
                  <Group gap="sm" wrap="nowrap">
                    <TextAction aria-label={`编辑 ${module.name}`} onClick={() => edit.open(module)}>
                      编辑
                    </TextAction>
                    <TextAction
                      aria-label={`删除 ${module.name}`}
                      style={{ color: "var(--mantine-color-error)" }}
                      onClick={() => remove.open(module)}
                    >
                      删除
                    </TextAction>
                  </Group>
                )
              : null
          }
        />
      )}
      <FormHost form={add} />
      <FormHost form={edit} />
      <FormHost form={remove} />
    </Stack>
  );
}
