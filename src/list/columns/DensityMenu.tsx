import { ActionIcon, Menu } from "@mantine/core";
import { IconLineHeight } from "@tabler/icons-react";
import { densities } from "./columnLayout.ts";
import type { ListPreferencesApi } from "./useListPreferences.ts";

const densityLabels = { compact: "紧凑", normal: "适中", loose: "宽松" } as const;

/** Sets the row height; persisted. */
export function DensityMenu({
  preferencesApi: { preferences, update },
}: {
  readonly preferencesApi: ListPreferencesApi;
}) {
  const choose = (value: string) => {
    const density = densities.find((option) => option === value);
    if (density) update((latest) => ({ ...latest, density }));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="行高" title="行高">
          <IconLineHeight size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={preferences.density ?? "normal"} onChange={choose}>
          {densities.map((density) => (
            <Menu.RadioItem key={density} value={density} closeMenuOnClick>
              {densityLabels[density]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
