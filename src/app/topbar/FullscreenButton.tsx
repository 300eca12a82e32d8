import { ActionIcon } from "@mantine/core";
import { IconMaximize, IconMinimize } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { say } from "../messages/say.tsx";
import classes from "./TopBar.module.css";

const subscribe = (changed: () => void) => {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
};

async function toggle() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // No API, or a frame that may not: for the user the same.
    say.warning("you browser can not work");
  }
}

/** In and out of fullscreen; says so where the browser has none. */
export function FullscreenButton() {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const label = full ? "退出全屏" : "全屏";
  const Icon = full ? IconMinimize : IconMaximize;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.wide}
      aria-label={label}
      title={label}
      aria-pressed={full}
      onClick={() => void toggle()}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}
