import { getBasePrefix } from "./basePath.ts";

export interface TabChannel {
  /** Sends to all other tabs of this console, never to this one. */
  readonly emit: (message: unknown) => void;
  /** Receives messages of other tabs, unparsed: a tab may run an older version. */
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** A channel between the tabs of one browser, by topic. */
export function createTabChannel(topic: string): TabChannel {
  const channel = new BroadcastChannel(`aerial-console.${topic}${getBasePrefix()}`);
  return {
    emit: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = (event: MessageEvent<unknown>) => listener(event.data);
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}
