export interface Tabs {
  /** Tells every other tab of this origin, never this one. */
  readonly tell: (message: unknown) => void;
  /** Calls back with what other tabs tell, unparsed: a tab of an older version may be open. */
  readonly listen: (told: (message: unknown) => void) => () => void;
}

/** The line between the tabs of one browser, by topic. */
export function createTabs(topic: string): Tabs {
  const channel = new BroadcastChannel(`aerial-console.${topic}`);
  return {
    tell: (message) => channel.postMessage(message),
    listen(told) {
      const onMessage = (event: MessageEvent<unknown>) => told(event.data);
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}
