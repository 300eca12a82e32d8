import { ActionIcon, Button, Checkbox, Group, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconTrash, IconUsers } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { type ListLayout, listLayoutCalls } from "../../../adapters/contract/listLayout.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { AnyRow, Column } from "../listDefinition.ts";
import { toCallError } from "../toCallError.ts";
import { useQuery } from "../useQuery.ts";
import classes from "./ColumnSettings.module.css";
import { arrangeColumns, type ColumnState, hasSameColumns } from "./columnLayout.ts";
import type { ListPreferencesApi } from "./listPreferences.ts";

interface Props {
  /** Name of the list in its preferences. */
  readonly list: string;
  readonly columns: readonly Column<AnyRow>[];
  readonly preferencesApi: Pick<ListPreferencesApi, "preferences" | "update">;
}

const maxNameLength = 20;

type SavedLayout = Pick<ListLayout, "name" | "isShared"> & { readonly columns: readonly ColumnState[] };

/** Layouts of a list under a name: one's own, which colleagues may be let use, and theirs. */
export function ColumnLayouts({ list, columns, preferencesApi: { preferences, update } }: Props) {
  const { client, toast } = usePageApi();
  const current = arrangeColumns(columns, preferences.columns ?? []);
  const params = { list };
  const { result, reread } = useQuery(`layouts.${list}`, (signal) =>
    client.call(listLayoutCalls.listLayoutList, { params }, { signal }),
  );
  const layouts = result.state === "success" ? result.data : [];
  /** Resolves to whether it worked; the console has told why not. */
  const send = async (change: () => Promise<unknown>): Promise<boolean> => {
    const isDone = await change().then(
      () => true,
      (error: unknown) => {
        toCallError(error);
        return false;
      },
    );
    reread();
    return isDone;
  };
  const save = ({ name, isShared, columns: kept }: SavedLayout) =>
    send(() =>
      client.call(listLayoutCalls.listLayoutSave, { params, body: { name, isShared, columns: [...kept] } }),
    );
  /** Saves what was deleted, unless its name has been used for another one since. */
  const restore = (deleted: SavedLayout) =>
    send(async () => {
      const stored = await client.call(listLayoutCalls.listLayoutList, { params });
      if (stored.some(({ isOwn, name }) => isOwn && name === deleted.name))
        return toast.warning(`已有同名的布局「${deleted.name}」，没有恢复`);
      return save(deleted);
    });
  const remove = async (layout: ListLayout) => {
    const { id, name } = layout;
    if (!(await send(() => client.call(listLayoutCalls.listLayoutDelete, { params: { id } })))) return;
    toast.undoable(`已删除布局「${name}」`, () => void restore(layout));
  };
  return (
    <div className={classes["layouts"]}>
      {result.state === "error" && (
        <Text size="sm" c="dimmed">
          布局没有读取成功，
          <Button variant="subtle" size="compact-sm" onClick={reread}>
            {word.retry}
          </Button>
        </Text>
      )}
      {layouts.length > 0 && (
        <ul className={classes["layoutList"]} aria-label="布局">
          {layouts.map((layout) => (
            <LayoutItem
              key={layout.id}
              layout={layout}
              isActive={hasSameColumns(arrangeColumns(columns, layout.columns), current)}
              onApply={() => update((latest) => ({ ...latest, columns: layout.columns }))}
              onShare={() => save({ ...layout, isShared: !layout.isShared })}
              onRemove={() => remove(layout)}
            />
          ))}
        </ul>
      )}
      <SaveForm
        isReady={result.state === "success"}
        own={layouts.filter(({ isOwn }) => isOwn)}
        onSave={(body) => save({ ...body, columns: current })}
      />
    </div>
  );
}

interface LayoutItemProps {
  readonly layout: ListLayout;
  /** Whether the list looks like this now. */
  readonly isActive: boolean;
  readonly onApply: () => void;
  readonly onShare: () => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

/** A layout: applied by a click; one's own can be shared and deleted. */
function LayoutItem({
  layout: { name, isOwn, isShared, staffName },
  isActive,
  onApply,
  onShare,
  onRemove,
}: LayoutItemProps) {
  return (
    <li className={classes["item"]}>
      <UnstyledButton
        className={classes["layout"] ?? ""}
        aria-current={isActive || undefined}
        title={isOwn ? name : `${name}，来自${staffName}`}
        onClick={onApply}
      >
        {name}
        {!isOwn && (
          <Text span size="xs" c="dimmed">
            {` ${staffName}`}
          </Text>
        )}
      </UnstyledButton>
      {isOwn && (
        <>
          <ActionIcon
            variant={isShared ? "light" : "subtle"}
            {...(isShared ? {} : { color: "gray" })}
            size="sm"
            aria-label={`同事可用 ${name}`}
            aria-pressed={isShared}
            title={isShared ? "同事可用，点击后只有自己可用" : "只有自己可用，点击后同事也可用"}
            onClick={() => void onShare()}
          >
            <IconUsers size={14} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`删除布局 ${name}`}
            title={word.remove}
            onClick={() => void onRemove()}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

interface SaveFormProps {
  /** Whether it is known which names are taken. */
  readonly isReady: boolean;
  readonly own: readonly ListLayout[];
  readonly onSave: (body: { readonly name: string; readonly isShared: boolean }) => Promise<boolean>;
}

/** Saves the columns as they are under a name. */
function SaveForm({ isReady, own, onSave }: SaveFormProps) {
  const { toast } = usePageApi();
  const [typed, setTyped] = useState("");
  const [sharing, setSharing] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const name = typed.trim();
  const replaced = own.find((layout) => layout.name === name);
  const isShared = sharing ?? replaced?.isShared ?? false;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The toolbar stands in no form, but its portal's events pass through one.
    event.stopPropagation();
    if (name === "" || isBusy || !isReady) return;
    setBusy(true);
    const isSaved = await onSave({ name, isShared });
    setBusy(false);
    if (!isSaved) return;
    setTyped("");
    setSharing(null);
    toast.success(`已保存布局「${name}」`);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label="布局名称"
          placeholder="把现在的列存为布局，起个名称"
          value={typed}
          maxLength={maxNameLength}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={name === "" || !isReady} loading={isBusy}>
          {replaced ? "替换" : word.save}
        </Button>
      </Group>
      {name !== "" && (
        <Checkbox
          mt={6}
          size="xs"
          label="同事也可以使用"
          checked={isShared}
          onChange={(event) => setSharing(event.currentTarget.checked)}
        />
      )}
    </form>
  );
}
