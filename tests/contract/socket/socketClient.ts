import { once } from "node:events";
import type { AddressInfo } from "node:net";
import WebSocket from "ws";
import type { RequestHeaders, TestPlatform } from "../../helpers/testPlatform.ts";

interface Frame {
  readonly type: number;
  readonly at: string;
  readonly data: unknown;
}

/** A real socket to the app, with the frames received. */
export interface SocketClient {
  readonly raw: WebSocket;
  readonly frames: Frame[];
  /** Takes the first received frame of the type, or waits for it. */
  readonly nextFrame: (type: number) => Promise<Frame>;
  readonly closed: Promise<number>;
  readonly send: (fields: object) => void;
}

/** Starts the app on a free port; returns the URL of the socket. */
export async function listenSocket(ctx: TestPlatform): Promise<string> {
  if (!ctx.app.server.listening) await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  return `ws://127.0.0.1:${(ctx.app.server.address() as AddressInfo).port}/ws`;
}

export async function connectSocket(
  url: string,
  options: { origin?: string; headers?: Record<string, string> } = {},
): Promise<SocketClient> {
  const raw = new WebSocket(url, options);
  const frames: Frame[] = [];
  raw.on("message", (data, binary) => {
    if (binary) return;
    frames.push(JSON.parse(String(data)));
    raw.emit("frame");
  });
  const closed = new Promise<number>((resolve) => raw.on("close", resolve));
  await once(raw, "open");
  const nextFrame = async (type: number): Promise<Frame> => {
    for (;;) {
      const index = frames.findIndex((item) => item.type === type);
      const [found] = index < 0 ? [] : frames.splice(index, 1);
      if (found) return found;
      await Promise.race([once(raw, "frame"), closed.then((code) => throwClosed(type, code))]);
    }
  };
  return { raw, frames, nextFrame, closed, send: (fields) => raw.send(JSON.stringify(fields)) };
}

function throwClosed(type: number, code: number): never {
  throw new Error(`The socket closed with ${code} before a frame of type ${type}`);
}

/** A console's message with the five fields of the specification. */
export const createMessage = (type: number, userId: string, headers: RequestHeaders, taskId = "") => ({
  platform: "web",
  type,
  userId,
  token: headers.authorization ?? "",
  taskId,
});
