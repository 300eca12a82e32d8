import { deviceCalls } from "../../../../adapters/contract/device.ts";
import type { PageAction } from "../../../list/listDefinition.ts";

/** The way from the lists of boxes and hangars to 设备接入. */
export const openDeviceAccess: PageAction = {
  name: "deviceAccess",
  label: "设备接入",
  call: deviceCalls.deviceSave,
  to: "/deviceAccess",
};
