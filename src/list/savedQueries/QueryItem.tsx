import { ActionIcon, Badge, Button, Group, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import * as word from "../../../adapters/contract/words.ts";
import classes from "./SavedQueries.module.css";
import type { SavedQuery } from "./savedQuery.ts";
import { maxNameLength, renameRefusal } from "./updateQueries.ts";

interface RenameFormProps {
  readonly name: string;
  readonly queries: readonly SavedQuery[];
  readonly onRename: (to: string) => Promise<boolean>;
  readonly onEnd: () => void;
}

/** Renames a saved query: Enter saves, Escape cancels. */
function RenameForm({ name, queries, onRename, onEnd }: RenameFormProps) {
  const [newName, setNewName] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Otherwise the enclosing query form would submit too.
    event.stopPropagation();
    const newRefusal = renameRefusal(queries, name, newName);
    setRefusal(newRefusal);
    if (newRefusal !== null || busy) return;
    if (newName.trim() === name) return onEnd();
    setBusy(true);
    const isSaved = await onRename(newName);
    setBusy(false);
    if (isSaved) onEnd();
  };
  const cancelOnEscape = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === "Escape" && !nativeEvent.isComposing) onEnd();
  };
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={cancelOnEscape}>
      <Group gap="xs" wrap="nowrap" align="flex-start" py={4}>
        <TextInput
          size="xs"
          flex={1}
          aria-label={`${name} 的新名称`}
          value={newName}
          maxLength={maxNameLength}
          error={refusal}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setNewName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" loading={busy}>
          {word.confirm}
        </Button>
        <Button size="xs" variant="default" onClick={onEnd}>
          {word.cancel}
        </Button>
      </Group>
    </form>
  );
}

interface Props {
  readonly query: SavedQuery;
  readonly queries: readonly SavedQuery[];
  /** Whether the list currently shows this query. */
  readonly isActive: boolean;
  /** Whether it was just renamed and should regain the focus. */
  readonly wasRenamed: boolean;
  readonly onApply: () => void;
  readonly onEditing: (changing: boolean) => void;
  readonly onRename: (to: string) => Promise<boolean>;
  readonly onRemove: () => Promise<boolean>;
  readonly onSetDefault: (opens: boolean) => Promise<boolean>;
}

/** A saved query: applied by a click on its name, with buttons for default, rename and delete. */
export function QueryItem({ query, queries, isActive, wasRenamed, ...callbacks }: Props) {
  const { name, opens } = query;
  const [mode, setMode] = useState<"idle" | "renaming" | "removing">("idle");
  const opener = useRef<HTMLElement | null>(null);
  const renameButton = useRef<HTMLButtonElement>(null);
  const focusIfRenamed = useEffectEvent(() => wasRenamed && renameButton.current?.focus());
  useEffect(() => void focusIfRenamed(), []);
  useEffect(() => {
    if (mode === "idle") opener.current?.focus();
  }, [mode]);
  const startEditing = (next: "renaming" | "removing", event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    callbacks.onEditing(true);
    setMode(next);
  };
  const stopEditing = () => {
    callbacks.onEditing(false);
    setMode("idle");
  };
  const stopOnEscape = ({ key }: KeyboardEvent) => key === "Escape" && stopEditing();
  const defaultLabel = opens ? "取消默认" : "设为默认";
  return (
    <li className={classes["item"]} data-active={isActive || undefined}>
      {/* Stays mounted while hidden, so that the focus can return. */}
      <div className={classes["row"]} hidden={mode !== "idle"}>
        <UnstyledButton
          className={classes["name"] ?? ""}
          aria-current={isActive || undefined}
          onClick={callbacks.onApply}
        >
          <span className={classes["text"]} title={name}>
            {name}
          </span>
          {opens && (
            <Badge size="sm" variant="light">
              默认
            </Badge>
          )}
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color={opens ? "yellow" : "gray"}
          aria-label={`${defaultLabel} ${name}`}
          title={opens ? "取消默认" : "设为默认：打开列表时自动使用"}
          onClick={() => void callbacks.onSetDefault(!opens)}
        >
          {opens ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        </ActionIcon>
        <ActionIcon
          ref={renameButton}
          variant="subtle"
          color="gray"
          aria-label={`重命名 ${name}`}
          title="重命名"
          onClick={(event) => startEditing("renaming", event)}
        >
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`删除 ${name}`}
          title={word.remove}
          onClick={(event) => startEditing("removing", event)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {mode === "renaming" && (
        <RenameForm name={name} queries={queries} onRename={callbacks.onRename} onEnd={stopEditing} />
      )}
      {mode === "removing" && (
        <Group gap="xs" wrap="nowrap" py={4} onKeyDown={stopOnEscape}>
          <Text size="sm" flex={1} miw={0} truncate>{`删除「${name}」？`}</Text>
          <Button size="compact-sm" color="red" autoFocus onClick={() => void callbacks.onRemove()}>
            {word.remove}
          </Button>
          <Button size="compact-sm" variant="default" onClick={stopEditing}>
            {word.cancel}
          </Button>
        </Group>
      )}
    </li>
  );
}
