import type { Log } from "../../log/createLog.ts";

/** Log lines about the broker. One line for each change, however often it is tried again. */
export interface ConnectionLog {
  readonly reportConnected: () => void;
  readonly reportClosed: () => void;
  readonly reportError: (error: Error & { readonly code?: unknown }) => void;
  readonly reportRefusedTopics: (topics: readonly string[]) => void;
  /** A message that cannot be understood. */
  readonly reportUnread: (topic: string) => void;
  readonly reportDropped: (samples: number) => void;
  /** What comes after is the end of the connection by ourselves. */
  readonly stop: () => void;
}

const repeatAfterMs = 60_000;

/** @param url without user name and password */
export function createConnectionLog(log: Log, clock: () => Date, url: string): ConnectionLog {
  const broker = new URL(url).host;
  let isConnected = false;
  let isStopped = false;
  let lastReason = "";
  const countUnread = createCounter(clock);
  const countDropped = createCounter(clock);
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
      if (messages > 0) log.warn({ broker, messages, topic }, "mqtt messages not understood");
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

/** Returns a function that adds to a sum and gives it once a minute, otherwise 0. */
function createCounter(clock: () => Date): (count: number) => number {
  let sum = 0;
  let dueAt = 0;
  return (count) => {
    sum += count;
    const now = clock().getTime();
    if (sum === 0 || now < dueAt) return 0;
    dueAt = now + repeatAfterMs;
    const total = sum;
    sum = 0;
    return total;
  };
}
