import { ActionIcon, Button, Group, Popover, Text } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { AnyRow, Column } from "../listDefinition.ts";
import classes from "./ColumnSettings.module.css";
import type { ListPreferencesApi } from "./listPreferences.ts";

const ListFallback = () => <div className={classes["list"]} />;
const ColumnList = lazyComponent(async () => (await import("./ColumnList.tsx")).ColumnList, ListFallback);
const ColumnLayouts = lazyComponent(
  async () => (await import("./ColumnLayouts.tsx")).ColumnLayouts,
  () => null,
);

interface Props {
  /** Name of the list in its preferences. */
  readonly list: string;
  readonly columns: readonly Column<AnyRow>[];
  readonly preferencesApi: ListPreferencesApi;
}

/** Shows, hides, orders, pins and widens columns, by mouse and keyboard, persisted; and layouts of them under a name. */
export function ColumnSettings({ list, columns, preferencesApi }: Props) {
  const { config } = usePageApi();
  return (
    <Popover
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      withinPortal
      middlewares={{ flip: true, shift: true, size: { padding: 12, apply: limitHeight } }}
    >
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="列设置" title="列设置">
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="列设置">
        <Group justify="space-between" mb="xs">
          <Text fw={600} size="sm">
            列设置
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => preferencesApi.update((latest) => ({ ...latest, columns: [] }))}
          >
            恢复默认
          </Button>
        </Group>
        {/* Platforms without our extensions have no place for them. */}
        {config.extensions && <ColumnLayouts list={list} columns={columns} preferencesApi={preferencesApi} />}
        <ColumnList columns={columns} preferencesApi={preferencesApi} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Limits the list of columns to the available height in px; beyond that it scrolls. */
function limitHeight({
  availableHeight,
  elements,
}: {
  readonly availableHeight: number;
  readonly elements: { readonly floating: HTMLElement };
}) {
  elements.floating.style.setProperty("--available-height", `${Math.floor(availableHeight)}px`);
}
