import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type WebSocket as ServerSocket, WebSocketServer } from "ws";
import { openWebSocket } from "../../adapters/http/openWebSocket.ts";

let server: WebSocketServer;
/** The client sockets, in the order of creation. */
let clientSockets: WebSocket[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  clientSockets = [];
  vi.stubGlobal(
    "WebSocket",
    class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        clientSockets.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const client of server.clients) client.terminate();
  server.close();
});

/** Opens a connection; returns it with the server's socket. */
async function openConnection() {
  const { port } = server.address() as AddressInfo;
  const onClose = vi.fn<(code: number) => void>();
  const connected = once(server, "connection") as Promise<[ServerSocket]>;
  const opened = Promise.withResolvers<void>();
  const connection = openWebSocket(`ws://127.0.0.1:${port}`, {
    onOpen: opened.resolve,
    onText: () => undefined,
    onBinary: () => undefined,
    onClose,
  });
  const [serverSocket] = await connected;
  await opened.promise;
  return { connection, serverSocket, onClose };
}

/** Waits until the client socket has emitted `close` and later listeners have run. */
async function waitForClose(): Promise<void> {
  const [socket] = clientSockets;
  if (!socket) throw new Error("no connection was made");
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

test("a deliberate close reaches the server with 1000 and does not call onClose", async () => {
  const { connection, serverSocket, onClose } = await openConnection();
  const closed = once(serverSocket, "close");
  const clientClosed = waitForClose();
  connection.close();
  expect((await closed)[0]).toBe(1000);
  await clientClosed;
  expect(onClose).not.toHaveBeenCalled();
});

test("a close by the server calls onClose once, with its code", async () => {
  const { connection, serverSocket, onClose } = await openConnection();
  const clientClosed = waitForClose();
  serverSocket.close(4001);
  await clientClosed;
  connection.close();
  expect(onClose.mock.calls).toEqual([[4001]]);
});

test("a broken connection calls onClose once and does not reconnect", async () => {
  const { serverSocket, onClose } = await openConnection();
  const clientClosed = waitForClose();
  serverSocket.terminate();
  await clientClosed;
  // The library reports an error as 1000; our server never closes with that code.
  expect(onClose.mock.calls).toEqual([[expect.toSatisfy((code) => code === 1000 || code === 1006)]]);
  expect(clientSockets).toHaveLength(1);
});
