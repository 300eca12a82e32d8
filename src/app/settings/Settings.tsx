import { useSelector } from "@xstate/react";
import { useState } from "react";
import { brought } from "../../console/brought.tsx";
import { useWiring } from "../entry/useWiring.ts";

const SettingsDrawer = brought(async () => (await import("./SettingsDrawer.tsx")).default);

/** The settings drawer, whose code (colour picker and all) comes with its first opening. */
export function Settings() {
  const { layout } = useWiring();
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("settings"));
  const [asked, setAsked] = useState(false);
  if (opened && !asked) setAsked(true);
  return asked && <SettingsDrawer opened={opened} />;
}
