import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import type { SavedQuery } from "./savedQuery.ts";
import { maxNameLength, renameRefusal } from "./updateQueries.ts";

interface Props {
  readonly name: string;
  readonly queries: readonly SavedQuery[];
  readonly onRename: (to: string) => Promise<boolean>;
  readonly onEnd: () => void;
}

/** Renames a saved query: Enter saves, Escape cancels. */
export function RenameForm({ name, queries, onRename, onEnd }: Props) {
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
          确定
        </Button>
        <Button size="xs" variant="default" onClick={onEnd}>
          取消
        </Button>
      </Group>
    </form>
  );
}
