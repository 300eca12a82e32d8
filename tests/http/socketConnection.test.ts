import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type WebSocket as ServerSocket, WebSocketServer } from "ws";
import { openWebSocket } from "../../adapters/http/openWebSocket.ts";

let server: WebSocketServer;
/** The page's ends of all connections, in the order in which they were made. */
let serverSockets: WebSocket[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  serverSockets = [];
  vi.stubGlobal(
    "WebSocket",
    class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        serverSockets.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const client of server.clients) client.terminate();
  server.close();
});

/** A line that is open, with the server's end of it. */
async function openConnection() {
  const { port } = server.address() as AddressInfo;
  const onClose = vi.fn<(code: number) => void>();
  const connected = once(server, "connection") as Promise<[ServerSocket]>;
  const opened = Promise.withResolvers<void>();
  const line = openWebSocket(`ws://127.0.0.1:${port}`, {
    onOpen: opened.resolve,
    onText: () => undefined,
    onBinary: () => undefined,
    onClose,
  });
  const [far] = await connected;
  await opened.promise;
  return { line, far, onClose };
}

/** Waits until the page's end has heard that it is closed, and whoever listens there after it. */
async function waitForClose(): Promise<void> {
  const [end] = serverSockets;
  if (!end) throw new Error("no connection was made");
  await new Promise((resolve) => end.addEventListener("close", resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

test("a deliberate close reaches the server with 1000 and is told to nobody as a drop", async () => {
  const { line, far, onClose } = await openConnection();
  const heard = once(far, "close");
  const gone = waitForClose();
  line.close();
  expect((await heard)[0]).toBe(1000);
  await gone;
  expect(onClose).not.toHaveBeenCalled();
});

test("a close by the server is told once, with its code", async () => {
  const { line, far, onClose } = await openConnection();
  const gone = waitForClose();
  far.close(4001);
  await gone;
  line.close();
  expect(onClose.mock.calls).toEqual([[4001]]);
});

test("a connection that breaks off is told once, and never made again by itself", async () => {
  const { far, onClose } = await openConnection();
  const gone = waitForClose();
  far.terminate();
  await gone;
  // The library makes 1000 of an error, which no server of ours closes with.
  expect(onClose.mock.calls).toEqual([[expect.toSatisfy((code) => code === 1000 || code === 1006)]]);
  expect(serverSockets).toHaveLength(1);
});
