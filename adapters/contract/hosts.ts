import type { Host } from "./endpoint.ts";

/** Path prefix of each host, as specified. Paths of the device host already contain theirs. */
export const hostPrefixes: Readonly<Record<Host, string>> = {
  api: "/wms/api",
  proxy: "",
  device: "",
  hangar: "",
  graphql: "",
};
