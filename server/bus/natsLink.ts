import { createHash } from "node:crypto";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../log/createLog.ts";
import type { ClusterSettings } from "../settings/clusterSettings.ts";

/** Publishes to other processes over NATS, which may lose messages. A process does not receive its own. */
export interface NatsLink {
  /** Drops the message while disconnected, or if it exceeds the server's limit. */
  readonly publish: (subject: string, data: string | Uint8Array) => void;
  /** Returns an unsubscribe function. */
  readonly subscribe: (subject: string, listener: (data: Uint8Array, subject: string) => void) => () => void;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
}

const reconnectMs = 500;

/**
 * Connects in the background and reconnects forever.
 * @param secret secret key of the installation: its hash prefixes all subjects, so that installations can share a server
 */
export function openNatsLink(
  { servers, username, password }: Pick<ClusterSettings, "servers" | "username" | "password">,
  secret: Buffer,
  { log, onError }: { readonly log: Log; readonly onError: (error: unknown, where: string) => void },
): NatsLink {
  const prefix = `aerial.${createHash("sha256").update("nats").update(secret).digest("hex").slice(0, 16)}.`;
  let connection: NatsConnection | null = null;
  let isConnected = false;
  let isClosed = false;
  const starts = new Set<() => void>();

  async function connect(): Promise<void> {
    const { connect: open } = await import("@nats-io/transport-node");
    const opened = await open({
      servers: [...servers],
      ...(username ? { user: username, pass: password ?? "" } : {}),
      noEcho: true,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
    });
    if (isClosed) return opened.close();
    connection = opened;
    isConnected = true;
    log.info({ server: opened.getServer() }, "nats connected");
    for (const start of starts) start();
    for await (const { type } of opened.status()) {
      if (type === "disconnect" && isConnected) log.error("nats away");
      if (type === "reconnect" && !isConnected) log.warn("nats back");
      if (type === "disconnect") isConnected = false;
      if (type === "reconnect") isConnected = true;
    }
  }
  const connecting = connect().catch((error: unknown) => onError(error, "nats"));

  return {
    isConnected: () => isConnected,
    publish: (subject, data) => {
      if (!connection || !isConnected) return;
      const limit = connection.info?.max_payload ?? 0;
      if (data.length * (typeof data === "string" ? 3 : 1) > limit && Buffer.byteLength(data) > limit) return;
      connection.publish(prefix + subject, data);
    },
    subscribe: (subject, listener) => {
      let unsubscribe = () => {};
      const start = () => {
        const subscription = connection?.subscribe(prefix + subject, {
          callback: (error, message) => {
            if (error) return onError(error, "nats");
            listener(message.data, message.subject.slice(prefix.length));
          },
        });
        unsubscribe = () => subscription?.unsubscribe();
      };
      starts.add(start);
      if (connection) start();
      return () => {
        starts.delete(start);
        unsubscribe();
      };
    },
    close: async () => {
      isClosed = true;
      await connection?.close();
      if (connection) await connecting;
    },
  };
}
