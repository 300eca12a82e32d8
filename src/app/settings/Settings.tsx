import { useSelector } from "@xstate/react";
import { lazy, useState } from "react";
import { Brought } from "../../console/Brought.tsx";
import { useWiring } from "../entry/useWiring.ts";

const SettingsDrawer = lazy(() => import("./SettingsDrawer.tsx"));

/** The settings drawer, whose code (colour picker and all) comes with its first opening. */
export function Settings() {
  const { layout } = useWiring();
  const opened = useSelector(layout, (snapshot) => snapshot.hasTag("settings"));
  const [asked, setAsked] = useState(false);
  if (opened && !asked) setAsked(true);
  return <Brought>{asked && <SettingsDrawer opened={opened} />}</Brought>;
}
