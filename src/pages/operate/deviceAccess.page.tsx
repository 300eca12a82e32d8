import { deviceCalls } from "../../../adapters/contract/device.ts";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { DeviceAccess } from "./access/DeviceAccess.tsx";
import { droneList } from "./access/droneList.ts";

export const meta = {
  path: "/deviceAccess",
  title: "设备接入",
  group: "avatar",
  order: 3,
  icon: "IconPlugConnected",
  roles: ["admin", "maintainer"],
} as const satisfies PageMeta;

export default tabbedPage([
  { key: "guide", title: "接入设备", call: deviceCalls.deviceSave, page: DeviceAccess },
  { key: "drones", title: "全部无人机", call: deviceCalls.droneList, page: droneList },
]);
