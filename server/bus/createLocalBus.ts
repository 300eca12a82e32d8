import { EventEmitter } from "node:events";
import type { Bus, PendingMessage, Topic } from "./bus.ts";

/** The bus of a platform with one process: an event emitter. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter();
  const publish = (topic: Topic, message: unknown) => void emitter.emit(topic, message);
  return {
    publish,
    // Cast: the pair of topic and message is checked by the caller's types.
    prepare: (topic, message) => ({ id: "", topic, message }) as PendingMessage,
    store: async () => undefined,
    publishStored: ({ topic, message }) => publish(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}
