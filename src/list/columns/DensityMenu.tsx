import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconLineHeight } from "@tabler/icons-react";
import { densities } from "./columnLayout.ts";
import type { Remembering } from "./useListMemory.ts";

const names = { compact: "紧凑", normal: "适中", loose: "宽松" } as const;

/** How high the rows are; remembered. */
export function DensityMenu({ remembering: { memory, remember } }: { readonly remembering: Remembering }) {
  const present = memory.density ?? "normal";
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="行高" title="行高">
          <IconLineHeight size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {densities.map((density) => (
          <Menu.Item
            key={density}
            role="menuitemradio"
            aria-checked={density === present}
            leftSection={
              <IconCheck size={14} style={{ visibility: density === present ? "visible" : "hidden" }} />
            }
            onClick={() => remember({ density })}
          >
            {names[density]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
