import { EventEmitter } from "node:events";
import type { Bus } from "./bus.ts";

/** The bus of a platform that runs in one process. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter();
  return {
    publish: (topic, message) => {
      emitter.emit(topic, message);
    },
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}
