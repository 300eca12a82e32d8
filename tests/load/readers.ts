import { connect, type Socket } from "node:net";
import { overviewQuery } from "../../adapters/contract/graphql/overview.ts";

/** Message to this process: clients to connect, each with frames to send. */
export interface ReaderOptions {
  readonly port: number;
  /** Frames of each client, as JSON text. */
  readonly clients: readonly (readonly string[])[];
  /** Number of clients that stop reading after 1.5 s. */
  readonly frozen: number;
  /** Cookies of screens, one for each client, which then also ask and report as the page of a wall does. */
  readonly screens?: readonly string[];
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

function connectReader(
  port: number,
  frames: readonly string[],
  shouldFreeze: boolean,
  cookie: string | undefined,
): Promise<void> {
  const target = cookie === undefined ? "GET /ws HTTP/1.1" : `GET /wall/ws HTTP/1.1\r\nCookie: ${cookie}`;
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.on("close", () => open--);
    socket.on("connect", () => {
      open++;
      socket.write(
        `${target}\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
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

/** Asks for the figures every 10 s and reports every 30 s, each screen at moments of its own. */
function startScreen(port: number, cookie: string, place: number): void {
  const send = async (path: string, body: object) => {
    const headers = { cookie, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const repeat = (everyMs: number, run: () => Promise<void>) =>
    setTimeout(() => setInterval(() => void run(), everyMs), (place * 137) % everyMs);
  repeat(10_000, () => send("/wall/graphql", { query: overviewQuery.document }));
  repeat(30_000, () =>
    send("/wall/api/report", {
      build: "bench",
      frameRate: 60,
      heapBytes: 1,
      paintAgeMs: 1,
      dataAgeMs: 1,
      loadedAt: new Date().toISOString(),
    }),
  );
}

async function connectAll({ port, clients, frozen, screens = [] }: ReaderOptions): Promise<void> {
  for (const [i, frames] of clients.entries()) await connectReader(port, frames, i < frozen, screens[i]);
  for (const [place, cookie] of screens.entries()) startScreen(port, cookie, place);
  process.send?.("connected");
}

process.on("message", (order: ReaderOptions | "count") => {
  if (order === "count") process.send?.({ bytes, open } satisfies ReaderCounts);
  else void connectAll(order);
});
