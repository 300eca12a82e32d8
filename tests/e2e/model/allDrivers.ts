import type { Driver } from "./defineDriver.ts";
import { editDriver } from "./drivers/edit.ts";
import { exportDrivers } from "./drivers/exporting.ts";
import { idleDriver } from "./drivers/idle.ts";
import { listDrivers } from "./drivers/list.ts";
import { passwordChangeDriver, passwordWarningDriver } from "./drivers/passwords.ts";
import { sessionDriver } from "./drivers/session.ts";

/** Every machine that is walked in the browser, but for the socket's real time. */
export const allDrivers: readonly Driver[] = [
  sessionDriver,
  idleDriver,
  passwordWarningDriver,
  passwordChangeDriver,
  ...listDrivers,
  editDriver,
  ...exportDrivers,
];
