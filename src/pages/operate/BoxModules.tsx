import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { BoxRow } from "../../../adapters/contract/box.ts";
import {
  maxPlusPerBox,
  type PlusRow,
  plusCalls,
  plusFieldLabels,
  plusKind,
  plusStatus,
} from "../../../adapters/contract/plus.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canCall } from "../../list/canCall.ts";
import { PlainTable } from "../../list/detail/PlainTable.tsx";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { Column, DetailSectionProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { TextAction } from "../../ui/TextAction.tsx";
import { addPlusForm, deletePlusForm, editPlusForm } from "./plusForms.ts";

const columns: readonly Column<PlusRow>[] = [
  { key: "name", title: plusFieldLabels.name, width: 150 },
  { key: "kind", title: word.type, width: 100, as: "label", dictionary: plusKind },
  { key: "status", title: word.status, width: 80, as: "tag", dictionary: plusStatus },
  { key: "sn", title: word.sn, width: 150, as: "copy" },
];

/** The modules of a box, with forms to add, edit and delete. */
export default function BoxModules({ row, onChanged }: DetailSectionProps<BoxRow>) {
  const pageApi = usePageApi();
  const { client } = pageApi;
  const { result, refetch } = useQuery(row.id, (signal) =>
    client.call(plusCalls.plusList, { params: { id: row.id } }, { signal }),
  );
  const handleChanged = () => {
    refetch();
    // The list has a column with a box's module kinds.
    onChanged();
  };
  const callbacks = { onSaved: handleChanged, onUncertain: handleChanged };
  const [addForm, editForm, deleteForm] = [
    useForm(addPlusForm, callbacks),
    useForm(editPlusForm, callbacks),
    useForm(deletePlusForm, callbacks),
  ];
  const canEdit = canCall(plusCalls.plusAdd, pageApi);
  const modules = result.state === "success" ? result.data : [];
  const isFull = modules.length >= maxPlusPerBox;
  return (
    <Stack gap="xs">
      {canEdit && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={result.state !== "success" || isFull}
            onClick={() => addForm.open(row)}
          >
            添加模块
          </Button>
          {isFull && <Text size="xs" c="dimmed">{`最多 ${maxPlusPerBox} 个扩展模块`}</Text>}
        </Group>
      )}
      {result.state === "pending" && <Loader size="sm" aria-label="正在读取扩展模块" />}
      {result.state === "error" && (
        <Group gap="xs">
          <Text size="sm">扩展模块没有读到</Text>
          <Button size="compact-sm" variant="default" onClick={refetch}>
            {word.retry}
          </Button>
        </Group>
      )}
      {result.state === "success" && modules.length === 0 && (
        <Text size="sm" c="dimmed">
          还没有扩展模块
        </Text>
      )}
      {modules.length > 0 && (
        <PlainTable
          title={word.plus}
          columns={columns}
          rows={modules}
          renderActions={
            canEdit
              ? (module) => (
                  <Group gap="sm" wrap="nowrap">
                    <TextAction aria-label={`编辑 ${module.name}`} onClick={() => editForm.open(module)}>
                      {word.edit}
                    </TextAction>
                    <TextAction
                      aria-label={`删除 ${module.name}`}
                      style={{ color: "var(--mantine-color-error)" }}
                      onClick={() => deleteForm.open(module)}
                    >
                      {word.remove}
                    </TextAction>
                  </Group>
                )
              : null
          }
        />
      )}
      <FormHost form={addForm} />
      <FormHost form={editForm} />
      <FormHost form={deleteForm} />
    </Stack>
  );
}
