import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { longestName, renameRefusal } from "./changeQueries.ts";
import type { SavedQuery } from "./savedQuery.ts";

interface Props {
  readonly name: string;
  readonly queries: readonly SavedQuery[];
  readonly onRename: (to: string) => Promise<boolean>;
  readonly onEnd: () => void;
}

/** A kept query's name, to be changed: Enter keeps it, Escape leaves it. */
export function RenameForm({ name, queries, onRename, onEnd }: Props) {
  const [to, setTo] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The query form around the menu would take it for a search.
    event.stopPropagation();
    const refused = renameRefusal(queries, name, to);
    setRefusal(refused);
    if (refused !== null || busy) return;
    if (to.trim() === name) return onEnd();
    setBusy(true);
    const kept = await onRename(to);
    setBusy(false);
    if (kept) onEnd();
  };
  const leave = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === "Escape" && !nativeEvent.isComposing) onEnd();
  };
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={leave}>
      <Group gap="xs" wrap="nowrap" align="flex-start" py={4}>
        <TextInput
          size="xs"
          flex={1}
          aria-label={`${name} 的新名称`}
          value={to}
          maxLength={longestName}
          error={refusal}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTo(event.currentTarget.value)}
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
