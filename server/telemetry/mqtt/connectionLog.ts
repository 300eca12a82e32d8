import type { Log } from "../../log/createLog.ts";
import { createLineLimit } from "./createLineLimit.ts";

/** Log lines about the broker. One line for each change, however often it is tried again. */
export interface ConnectionLog {
  readonly reportConnected: () => void;
  readonly reportClosed: () => void;
  readonly reportError: (error: Error & { readonly code?: unknown }) => void;
  readonly reportRefusedTopics: (topics: readonly string[]) => void;
  /** A message that cannot be understood. */
  readonly reportUnread: (topic: string) => void;
  /** Serial numbers and codes that are too long or too many. */
  readonly reportIgnored: (gateway: string, values: number) => void;
  /** An event of a gateway that may not speak for the drone. */
  readonly reportForeign: (gateway: string, drone: string) => void;
  readonly reportDropped: (samples: number) => void;
  /** What comes after is the end of the connection by ourselves. */
  readonly stop: () => void;
}

/** A topic may have 65,535 bytes. */
const maxTopicLength = 100;

/** @param url without user name and password */
export function createConnectionLog(log: Log, monotonicMs: () => number, url: string): ConnectionLog {
  const broker = new URL(url).host;
  let isConnected = false;
  let isStopped = false;
  let lastReason = "";
  const countUnread = createLineLimit(monotonicMs);
  const countIgnored = createLineLimit(monotonicMs);
  const countForeign = createLineLimit(monotonicMs);
  const countDropped = createLineLimit(monotonicMs);
  return {
    reportConnected: () => {
      isConnected = true;
      lastReason = "";
      log.info({ broker }, "mqtt connected");
    },
    reportClosed: () => {
      if (isConnected && !isStopped) log.warn({ broker }, "mqtt disconnected, trying again");
      isConnected = false;
    },
    reportError: ({ message, code }) => {
      const reason = message || String(code);
      if (reason === lastReason || isStopped) return;
      lastReason = reason;
      log.warn({ broker, reason }, "mqtt not connected, trying again");
    },
    reportRefusedTopics: (topics) => log.warn({ broker, topics }, "mqtt subscription refused by the broker"),
    reportUnread: (topic) => {
      const messages = countUnread(1);
      if (messages > 0)
        log.warn({ broker, messages, topic: topic.slice(0, maxTopicLength) }, "mqtt messages not understood");
    },
    reportIgnored: (gateway, count) => {
      const values = countIgnored(count);
      if (values > 0) log.warn({ broker, gateway, values }, "mqtt values ignored: too long or too many");
    },
    reportForeign: (gateway, drone) => {
      const messages = countForeign(1);
      if (messages > 0)
        log.warn(
          { broker, messages, gateway, drones: [drone] },
          "mqtt events ignored: the gateway is not registered with the drone's company",
        );
    },
    reportDropped: (dropped) => {
      const samples = countDropped(dropped);
      if (samples > 0) log.warn({ samples }, "mqtt samples dropped: more came than can be processed");
    },
    stop: () => {
      isStopped = true;
    },
  };
}
