import { ActionIcon, Badge, Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { RenameForm } from "./RenameForm.tsx";
import classes from "./SavedQueries.module.css";
import type { SavedQuery } from "./savedQuery.ts";

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
  const startEditing = (next: "renaming" | "removing") => (event: MouseEvent<HTMLElement>) => {
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
          onClick={startEditing("renaming")}
        >
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`删除 ${name}`}
          title="删除"
          onClick={startEditing("removing")}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {mode === "renaming" && (
        <RenameForm name={name} queries={queries} onRename={callbacks.onRename} onEnd={stopEditing} />
      )}
      {mode === "removing" && (
        <Group gap="xs" wrap="nowrap" py={4} onKeyDown={stopOnEscape}>
          <Text size="sm" flex={1} miw={0} truncate>
            删除「{name}」？
          </Text>
          <Button size="compact-sm" color="red" autoFocus onClick={() => void callbacks.onRemove()}>
            删除
          </Button>
          <Button size="compact-sm" variant="default" onClick={stopEditing}>
            取消
          </Button>
        </Group>
      )}
    </li>
  );
}
