import { decodeFleetFrame } from "../../adapters/contract/fleetFrame.ts";
import { connectSocket, createMessage } from "../contract/socket/socketClient.ts";
import type { SignedInClient } from "../process/apiClient.ts";
import type { ServerProcess } from "../process/serverProcess.ts";

/** A console at a process, with what its frames said of the fleet. */
export async function openConsole(server: ServerProcess, { headers, userId }: SignedInClient) {
  const socket = await connectSocket(`${server.url.replace("http", "ws")}/ws`);
  const send = (type: number, taskId?: string) =>
    socket.send(createMessage(type, userId, { ...headers }, taskId));
  const beating = setInterval(() => send(2), 4_000);
  void socket.closed.then(() => clearInterval(beating));
  const frames: { readonly at: number; readonly fleetSize: number }[] = [];
  socket.raw.on("message", (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    const { fleetSize } = decodeFleetFrame(new Uint8Array(data).buffer);
    frames.push({ at: performance.now(), fleetSize });
  });
  send(1);
  await socket.nextFrame(1);
  send(3, "*");
  return { socket, frames };
}
