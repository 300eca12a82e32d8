import { ActionIcon, Loader, Popover, Tooltip } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { useState } from "react";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import type { LiveActor } from "./liveServices.ts";

const LayerChoicesLoading = () => <Loader size="sm" />;
const LayerChoices = lazyComponent(
  async () => (await import("./LayerChoices.tsx")).default,
  LayerChoicesLoading,
);

/** The button that opens the choice of layers. */
export function LayersMenu({ actor }: { readonly actor: LiveActor }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="left-start" withArrow shadow="md" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Tooltip label="图层" position="left" disabled={opened}>
          <ActionIcon variant="default" size="lg" aria-label="图层" onClick={() => setOpened(!opened)}>
            <IconStack2 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <LayerChoices actor={actor} />
      </Popover.Dropdown>
    </Popover>
  );
}
