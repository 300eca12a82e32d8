export interface TabChannel {
  /** Tells every other tab of this origin, never this one. */
  readonly emit: (message: unknown) => void;
  /** Calls back with what other tabs tell, unparsed: a tab of an older version may be open. */
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** The line between the tabs of one browser, by topic. */
export function createTabChannel(topic: string): TabChannel {
  const channel = new BroadcastChannel(`aerial-console.${topic}`);
  return {
    emit: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = (event: MessageEvent<unknown>) => listener(event.data);
      channel.addEventListener("message", onMessage);
      return () => channel.removeEventListener("message", onMessage);
    },
  };
}
