import type { Host } from "./endpoint.ts";

/** Path prefix of each host, as the specification has them: the device host carries its own in the path. */
export const hostPrefixes: Readonly<Record<Host, string>> = {
  api: "/wms/api",
  proxy: "",
  device: "",
  hangar: "",
};
