import { deviceCalls } from "../../../../adapters/contract/device.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { PageAction } from "../../../list/listDefinition.ts";

/** The way from the lists of boxes and hangars to 设备接入. */
export const openDeviceAccess: PageAction = {
  name: "deviceAccess",
  label: word.deviceAccess,
  call: deviceCalls.deviceSave,
  to: "/deviceAccess",
};
