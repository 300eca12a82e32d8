import { connect, type Socket } from "node:net";

/** What the bench asks of this process: so many clients, each saying the frames once it is connected. */
export interface ReadersOrder {
  readonly port: number;
  /** Frames of each client, as JSON text. */
  readonly clients: readonly (readonly string[])[];
  /** How many of them stop reading after their first frames. */
  readonly frozen: number;
}
/** What it answers when asked `count`. */
export interface ReadersCount {
  readonly bytes: number;
  readonly open: number;
}

// Raw sockets that count bytes and look at nothing: the clients must not be what is measured.
let bytes = 0;
let open = 0;

/** A masked text frame of 126 to 65,535 bytes; a mask of zeroes changes nothing. */
function say(socket: Socket, text: string) {
  const payload = Buffer.from(text.padEnd(126));
  socket.write(
    Buffer.concat([
      Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]),
      payload,
    ]),
  );
}

function client(port: number, frames: readonly string[], freezes: boolean): Promise<void> {
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
      for (const frame of frames) say(socket, frame);
      resolve();
      if (freezes) setTimeout(() => socket.pause(), 1_500);
    });
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
}

async function connectAll({ port, clients, frozen }: ReadersOrder): Promise<void> {
  for (const [i, frames] of clients.entries()) await client(port, frames, i < frozen);
  process.send?.("connected");
}

process.on("message", (order: ReadersOrder | "count") => {
  if (order === "count") process.send?.({ bytes, open } satisfies ReadersCount);
  else void connectAll(order);
});
