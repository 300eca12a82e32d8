import { connect } from "node:net";

/** Message to this process: addresses to watch over HTTP, each on a connection of its own. */
export interface VideoOrder {
  readonly port: number;
  readonly urls: readonly string[];
  /** Number of viewers that stop reading after a second. */
  readonly frozen: number;
}
/** Reply to `count`. */
export interface VideoCounts {
  readonly bytes: number;
  readonly open: number;
}

// Raw sockets that only count bytes, so that the viewers do not distort the measurement.
let bytes = 0;
let open = 0;

function watch(port: number, url: string, shouldFreeze: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      open++;
      socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => open--);
    socket.once("data", () => {
      resolve();
      if (shouldFreeze) setTimeout(() => socket.pause(), 1_000);
    });
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
}

process.on("message", (order: VideoOrder | "count") => {
  if (order === "count") process.send?.({ bytes, open } satisfies VideoCounts);
  else
    void Promise.all(order.urls.map((url, index) => watch(order.port, url, index < order.frozen))).then(() =>
      process.send?.("watching"),
    );
});
