import { existsSync, readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestPlatform, type RequestHeaders } from "../../helpers/testPlatform.ts";

const sockets: Socket[] = [];
const ctx = await createTestPlatform();
const port = Number(new URL(await ctx.app.listen({ host: "127.0.0.1", port: 0 })).port);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await ctx.close();
});

const part =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n';

/** Starts an upload that stops before its end. */
function startUpload(headers: RequestHeaders): { readonly socket: Socket; readonly status: Promise<number> } {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const lines = Object.entries({
    ...headers,
    host: "127.0.0.1",
    "content-type": "multipart/form-data; boundary=b",
    "content-length": "2000000",
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    `POST /wms/api/logo/upload HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${part}${"x".repeat(500_000)}`,
  );
  const status = new Promise<number>((resolve) =>
    socket.once("data", (data: Buffer) => resolve(Number(data.toString().split(" ")[1]))),
  );
  return { socket, status };
}

const getFolder = () => path.join(ctx.platform.settings.dataDir, "receiving");
const countFiles = () => (existsSync(getFolder()) ? readdirSync(getFolder()).length : 0);

test("A person's third upload at the same time is refused before its body; stalled ones are files, not memory", async () => {
  const headers = await ctx.loginAs("admin");
  const first = [startUpload(headers), startUpload(headers)];
  await expect.poll(countFiles).toBe(2);
  expect(await startUpload(headers).status).toBe(429);
  // Another person still has a place.
  startUpload(await ctx.loginAs("operator"));
  await expect.poll(countFiles).toBe(3);
  for (const { socket } of first) socket.destroy();
  await expect.poll(countFiles).toBe(1);
  const again = startUpload(headers);
  await expect.poll(countFiles).toBe(2);
  again.socket.destroy();
});
