import { EventEmitter } from "node:events";
import type { NatsLink } from "../../../server/bus/natsLink.ts";

/** A NATS server whose messages arrive at once. */
export interface FakeNats {
  /** Connects a process: it hears what the others publish. */
  readonly connect: (name: string) => NatsLink;
  /** While it is away, nothing arrives. */
  isAway: boolean;
}

export function createFakeNats(): FakeNats {
  const wires = new EventEmitter();
  wires.setMaxListeners(0);
  const nats: FakeNats = {
    isAway: false,
    connect: (name) => ({
      isConnected: () => !nats.isAway,
      publish: (subject, data) =>
        void (nats.isAway || wires.emit("message", name, subject, Buffer.from(data))),
      subscribe: (subject, listener) => {
        const hear = (from: string, on: string, data: Uint8Array) => {
          if (from !== name && on === subject) listener(data, subject);
        };
        wires.on("message", hear);
        return () => wires.off("message", hear);
      },
      close: async () => undefined,
    }),
  };
  return nats;
}
