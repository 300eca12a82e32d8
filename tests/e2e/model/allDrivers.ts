import type { Driver } from "./defineDriver.ts";
import { alarmsDriver } from "./drivers/alarms.ts";
import { editDriver } from "./drivers/edit.ts";
import { exportDrivers } from "./drivers/export.ts";
import { idleDriver } from "./drivers/idle.ts";
import { listDrivers } from "./drivers/list.ts";
import { liveTasksDriver } from "./drivers/liveTasks.ts";
import { passwordChangeDriver, passwordWarningDriver } from "./drivers/passwords.ts";
import { playbackDriver } from "./drivers/playback.ts";
import { sessionDriver } from "./drivers/session.ts";
import { videoDriver } from "./drivers/video.ts";

/** Drivers of all machines tested in the browser, except the socket's, which needs real time. */
export const allDrivers: readonly Driver[] = [
  sessionDriver,
  idleDriver,
  passwordWarningDriver,
  passwordChangeDriver,
  ...listDrivers,
  editDriver,
  ...exportDrivers,
  playbackDriver,
  videoDriver,
  alarmsDriver,
  liveTasksDriver,
];
