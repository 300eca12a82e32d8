import { useSelector } from "@xstate/react";
import { useState } from "react";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { useServices } from "../boot/useServices.ts";
import { withErrorBoundary } from "../shell/withErrorBoundary.tsx";

const SettingsDrawer = withErrorBoundary(
  lazyComponent(async () => (await import("./SettingsDrawer.tsx")).default),
);

/** The settings drawer; its code, with the colour picker, loads on the first opening. */
export function Settings() {
  const { layout } = useServices();
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("settings"));
  const [everOpened, setEverOpened] = useState(false);
  if (opened && !everOpened) setEverOpened(true);
  return everOpened && <SettingsDrawer opened={opened} />;
}
