import { type ConsoleConfig, parseConsoleConfig } from "../contract/config.ts";
import { requestTimeoutMs } from "../contract/constants.ts";
import { getBasePrefix, toServerPath } from "./basePath.ts";

/**
 * Loads and parses `/config.json`. Rejects with a Chinese message if it cannot be loaded or is invalid.
 * Only the host of the calls has no default. Hosts that are this console's own server get its base path.
 */
export async function loadConfig(fetcher: typeof fetch): Promise<ConsoleConfig> {
  const response = await fetcher(toServerPath("/config.json"), {
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch(() => {
    throw new Error("读取不到控制台配置，请检查网络后重试。");
  });
  const config = response.ok ? parseConsoleConfig(await response.json().catch(() => null)) : null;
  if (!config) throw new Error("控制台配置有误，请联系管理员检查 /config.json。");
  const own = getBasePrefix();
  const { api, proxy, device, hangar, socket, graphql } = config;
  return {
    ...config,
    api: api || own,
    proxy: proxy || own,
    device: device || own,
    hangar: hangar || own,
    socket: socket || own,
    graphql: graphql || own,
  };
}
