import type { ConsoleConfig } from "../../adapters/contract/config.ts";

/** A console configuration: every host is the page's own, all extensions are on. */
export const createConsoleConfig = (fields: Partial<ConsoleConfig> = {}): ConsoleConfig => ({
  api: "",
  proxy: "",
  device: "",
  hangar: "",
  socket: "",
  graphql: "",
  loginBase: "api",
  rolesFrom: "login",
  extensions: true,
  watch: "off",
  qa: false,
  requestTimeoutMs: 5_000,
  ...fields,
});

/** Four different hosts, so that no call reaches the right one by chance. */
export const fourHostConfig: ConsoleConfig = createConsoleConfig({
  api: "https://api.example",
  proxy: "https://proxy.example",
  device: "https://device.example",
  hangar: "https://hangar.example",
});
