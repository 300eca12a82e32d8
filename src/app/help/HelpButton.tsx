import { ActionIcon } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "../../loading/lazyDialog.tsx";

const HelpDialog = lazyDialog(async () => (await import("./HelpDialog.tsx")).HelpDialog);

/** Opens the help of the page, as `?` does. */
export function HelpButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="帮助"
        title="帮助（?）"
        onClick={() => setOpened(true)}
      >
        <IconHelp size={20} stroke={1.6} />
      </ActionIcon>
      {opened && <HelpDialog onClose={() => setOpened(false)} />}
    </>
  );
}
