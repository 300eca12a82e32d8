import { ActionIcon } from "@mantine/core";
import { IconMaximize, IconMinimize } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { toast } from "../toast/toast.tsx";
import classes from "./TopBar.module.css";

const subscribeFullscreen = (onChange: () => void) => {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
};

async function toggleFullscreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // The API is missing, or a frame may not use it.
    toast.warning("you browser can not work");
  }
}

/** Toggles fullscreen; shows a warning if the browser does not support it. */
export function FullscreenButton() {
  const isFullscreen = useSyncExternalStore(subscribeFullscreen, () => document.fullscreenElement !== null);
  const label = isFullscreen ? "退出全屏" : "全屏";
  const Icon = isFullscreen ? IconMinimize : IconMaximize;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.wide}
      aria-label={label}
      title={label}
      aria-pressed={isFullscreen}
      onClick={() => void toggleFullscreen()}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  );
}
