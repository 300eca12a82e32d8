import { connect, type Socket } from "node:net";

/** Message to this process: clients to connect, each with frames to send. */
export interface ReaderOptions {
  readonly port: number;
  /** Frames of each client, as JSON text. */
  readonly clients: readonly (readonly string[])[];
  /** Number of clients that stop reading after 1.5 s. */
  readonly frozen: number;
}
/** Reply to `count`. */
export interface ReaderCounts {
  readonly bytes: number;
  readonly open: number;
}

// Raw sockets that only count bytes, so that the clients do not distort the measurement.
let bytes = 0;
let open = 0;

/** Sends a masked text frame of 126 to 65,535 bytes; a zero mask leaves the payload unchanged. */
function sendTextFrame(socket: Socket, text: string) {
  const payload = Buffer.from(text.padEnd(126));
  socket.write(
    Buffer.concat([
      Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]),
      payload,
    ]),
  );
}

function connectReader(port: number, frames: readonly string[], shouldFreeze: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.on("close", () => open--);
    socket.on("connect", () => {
      open++;
      socket.write(
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
      );
    });
    socket.once("data", () => {
      for (const frame of frames) sendTextFrame(socket, frame);
      resolve();
      if (shouldFreeze) setTimeout(() => socket.pause(), 1_500);
    });
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
}

async function connectAll({ port, clients, frozen }: ReaderOptions): Promise<void> {
  for (const [i, frames] of clients.entries()) await connectReader(port, frames, i < frozen);
  process.send?.("connected");
}

process.on("message", (order: ReaderOptions | "count") => {
  if (order === "count") process.send?.({ bytes, open } satisfies ReaderCounts);
  else void connectAll(order);
});
