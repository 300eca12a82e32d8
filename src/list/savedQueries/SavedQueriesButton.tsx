import { ActionIcon, Popover } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { ListPreferencesApi } from "../columns/listPreferences.ts";
import type { ListConfig } from "../listConfig.ts";
import type { ListActor } from "../page/listActor.ts";

const MenuFallback = () => <div style={{ height: 120 }} />;
const SavedQueries = lazyComponent(
  async () => (await import("./SavedQueries.tsx")).SavedQueries,
  MenuFallback,
);

interface Props {
  readonly config: ListConfig;
  readonly actor: ListActor;
  readonly preferencesApi: ListPreferencesApi;
}

/** 常用查询: opens the menu of saved queries. */
export function SavedQueriesButton({ config: listConfig, actor, preferencesApi }: Props) {
  const { config } = usePageApi();
  const [opened, setOpened] = useState(false);
  // While editing, Escape cancels the edit and does not close the menu.
  const [isEditing, setEditing] = useState(false);
  const setMenuOpen = (open: boolean) => {
    setOpened(open);
    // A click outside closes it during an edit.
    setEditing(false);
  };
  // Platforms without our extensions have no storage: saved queries would be lost with the page.
  if (!config.extensions) return null;
  return (
    <Popover
      opened={opened}
      onChange={setMenuOpen}
      closeOnEscape={!isEditing}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="常用查询"
          title="常用查询"
          onClick={() => setMenuOpen(!opened)}
        >
          <IconBookmark size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="常用查询">
        <SavedQueries
          config={listConfig}
          actor={actor}
          preferencesApi={preferencesApi}
          onEditing={setEditing}
          onClose={() => setMenuOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
