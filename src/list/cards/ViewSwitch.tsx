import { ActionIcon } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import type { Remembering } from "../columns/useListMemory.ts";

/** The rows as cards or as a table; remembered. */
export function ViewSwitch({ remembering: { memory, remember } }: { readonly remembering: Remembering }) {
  const isCards = memory.view === "cards";
  return (
    <ActionIcon
      variant={isCards ? "light" : "subtle"}
      {...(isCards ? {} : { color: "gray" })}
      size="lg"
      aria-label="卡片"
      title={isCards ? "显示为表格" : "显示为卡片"}
      aria-pressed={isCards}
      onClick={() => remember((newest) => ({ ...newest, view: isCards ? "table" : "cards" }))}
    >
      <IconLayoutGrid size={18} />
    </ActionIcon>
  );
}
