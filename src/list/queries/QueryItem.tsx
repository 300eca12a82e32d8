import { ActionIcon, Badge, Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { RenameForm } from "./RenameForm.tsx";
import classes from "./SavedQueries.module.css";
import type { SavedQuery } from "./savedQuery.ts";

interface Props {
  readonly saved: SavedQuery;
  readonly queries: readonly SavedQuery[];
  /** Its rows are those on the screen. */
  readonly inForce: boolean;
  /** It came by a change of its name, which had the focus. */
  readonly justNamed: boolean;
  readonly onUse: () => void;
  readonly onChanging: (changing: boolean) => void;
  readonly onRename: (to: string) => Promise<boolean>;
  readonly onRemove: () => Promise<boolean>;
  readonly onOpenWith: (opens: boolean) => Promise<boolean>;
}

/** One kept query: its name uses it; beside it what makes it the list's first, renames and removes it. */
export function QueryItem({ saved, queries, inForce, justNamed, ...on }: Props) {
  const { name, opens } = saved;
  const [mode, setMode] = useState<"shown" | "naming" | "removing">("shown");
  const opener = useRef<HTMLElement | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const arrive = useEffectEvent(() => justNamed && pencil.current?.focus());
  useEffect(() => void arrive(), []);
  useEffect(() => {
    if (mode === "shown") opener.current?.focus();
  }, [mode]);
  const begin = (next: "naming" | "removing") => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    on.onChanging(true);
    setMode(next);
  };
  const end = () => {
    on.onChanging(false);
    setMode("shown");
  };
  const endOnEscape = ({ key }: KeyboardEvent) => key === "Escape" && end();
  const favour = opens ? "取消默认" : "设为默认";
  return (
    <li className={classes["item"]} data-in-force={inForce || undefined}>
      {/* Stays while it is changed, so that the focus finds back. */}
      <div className={classes["row"]} hidden={mode !== "shown"}>
        <UnstyledButton
          className={classes["name"] ?? ""}
          aria-current={inForce || undefined}
          onClick={on.onUse}
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
          aria-label={`${favour} ${name}`}
          title={opens ? "取消默认" : "设为默认：打开列表时自动使用"}
          onClick={() => void on.onOpenWith(!opens)}
        >
          {opens ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        </ActionIcon>
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          aria-label={`重命名 ${name}`}
          title="重命名"
          onClick={begin("naming")}
        >
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`删除 ${name}`}
          title="删除"
          onClick={begin("removing")}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {mode === "naming" && <RenameForm name={name} queries={queries} onRename={on.onRename} onEnd={end} />}
      {mode === "removing" && (
        <Group gap="xs" wrap="nowrap" py={4} onKeyDown={endOnEscape}>
          <Text size="sm" flex={1} miw={0} truncate>
            删除「{name}」？
          </Text>
          <Button size="compact-sm" color="red" autoFocus onClick={() => void on.onRemove()}>
            删除
          </Button>
          <Button size="compact-sm" variant="default" onClick={end}>
            取消
          </Button>
        </Group>
      )}
    </li>
  );
}
