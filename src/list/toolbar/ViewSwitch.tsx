import { ActionIcon } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import type { ListPreferencesApi } from "../columns/listPreferences.ts";

/** Switches between cards and table; the choice is persisted. */
export function ViewSwitch({
  preferencesApi: { preferences, update },
}: {
  readonly preferencesApi: ListPreferencesApi;
}) {
  const isCards = preferences.view === "cards";
  return (
    <ActionIcon
      variant={isCards ? "light" : "subtle"}
      {...(isCards ? {} : { color: "gray" })}
      size="lg"
      aria-label="卡片"
      title={isCards ? "显示为表格" : "显示为卡片"}
      aria-pressed={isCards}
      onClick={() => update((latest) => ({ ...latest, view: isCards ? "table" : "cards" }))}
    >
      <IconLayoutGrid size={18} />
    </ActionIcon>
  );
}
