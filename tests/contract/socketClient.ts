import { once } from "node:events";
import type { AddressInfo } from "node:net";
import WebSocket from "ws";
import type { Headers, TestPlatform } from "../platform.ts";

interface Frame {
  readonly type: number;
  readonly at: string;
  readonly data: unknown;
}

/** A real socket to the app, and all that came over it. */
export interface SocketClient {
  readonly raw: WebSocket;
  readonly frames: Frame[];
  /** The next frame of the type, one that came already included. */
  readonly frame: (type: number) => Promise<Frame>;
  readonly closed: Promise<number>;
  readonly say: (fields: object) => void;
}

/** Lets the app listen on a port of the machine's choice; answers with the socket's address. */
export async function listen(on: TestPlatform): Promise<string> {
  if (!on.app.server.listening) await on.app.listen({ host: "127.0.0.1", port: 0 });
  return `ws://127.0.0.1:${(on.app.server.address() as AddressInfo).port}/ws`;
}

export async function connect(url: string, options: { origin?: string } = {}): Promise<SocketClient> {
  const raw = new WebSocket(url, options);
  const frames: Frame[] = [];
  raw.on("message", (data, binary) => {
    if (binary) return;
    frames.push(JSON.parse(String(data)));
    raw.emit("frame");
  });
  const closed = new Promise<number>((resolve) => raw.on("close", resolve));
  await once(raw, "open");
  const frame = async (type: number): Promise<Frame> => {
    for (;;) {
      const at = frames.findIndex((one) => one.type === type);
      const [found] = at < 0 ? [] : frames.splice(at, 1);
      if (found) return found;
      await Promise.race([once(raw, "frame"), closed.then((code) => stop(type, code))]);
    }
  };
  return { raw, frames, frame, closed, say: (fields) => raw.send(JSON.stringify(fields)) };
}

function stop(type: number, code: number): never {
  throw new Error(`The socket closed with ${code} before a frame of type ${type}`);
}

/** What a console sends: the five fields of the specification. */
export const message = (type: number, userId: string, headers: Headers, taskId = "") => ({
  platform: "web",
  type,
  userId,
  token: headers.authorization ?? "",
  taskId,
});
