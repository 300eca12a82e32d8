import { ActionIcon, Popover } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { brought } from "../../console/brought.tsx";
import { useConsole } from "../../console/useConsole.ts";
import type { Remembering } from "../columns/useListMemory.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";

const MenuWaiting = () => <div style={{ height: 120 }} />;
const SavedQueries = brought(async () => (await import("./SavedQueries.tsx")).SavedQueries, MenuWaiting);

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly remembering: Remembering;
}

/** 常用查询: the conditions that a user keeps under names, and what keeps the present ones. */
export function SavedQueriesButton({ plan, actor, remembering }: Props) {
  const { config } = useConsole();
  const [opened, setOpened] = useState(false);
  // Escape ends the change of a name, not the whole menu.
  const [changing, setChanging] = useState(false);
  const show = (shown: boolean) => {
    setOpened(shown);
    // A click beside it closes it in the midst of a change.
    setChanging(false);
  };
  // A platform without our own calls keeps nothing: what is saved would be gone with the page.
  if (!config.extensions) return null;
  return (
    <Popover
      opened={opened}
      onChange={show}
      closeOnEscape={!changing}
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
          onClick={() => show(!opened)}
        >
          <IconBookmark size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="常用查询">
        <SavedQueries
          plan={plan}
          actor={actor}
          remembering={remembering}
          onChanging={setChanging}
          onClose={() => show(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
