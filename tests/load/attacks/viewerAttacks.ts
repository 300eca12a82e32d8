import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { demoAccounts } from "../../browser/signIn.ts";
import { loginClient } from "../../process/apiClient.ts";
import type { Attack, Target } from "./observe.ts";

const liveTasks = z.object({
  page: z.object({ rows: z.array(z.object({ id: z.string(), phase: z.optional(z.string()) })) }),
});
const pulledStream = z.object({ url: z.string() });
const staffPage = z.object({ list: z.array(z.object({ id: z.string(), version: z.int() })) });
const wanted = 300;
/** Of one person: the grid has nine pictures, and some are renewed meanwhile. */
const mostStreams = 12;
const playedAfterMs = 10_000;
/** One segment of the demo stream on its way. */
const stillOnItsWay = 1e6;

interface Viewer {
  readonly socket: Socket;
  readonly status: () => string;
  readonly bytes: () => number;
}

function openStream(port: number, address: string): Viewer {
  let [status, bytes] = ["", 0];
  const socket = connect(port, "127.0.0.1", () =>
    socket.write(`GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
  );
  socket.on("error", () => undefined);
  socket.on("data", (part: Buffer) => {
    status ||= part.toString("latin1").slice(9, 12);
    bytes += part.length;
  });
  return { socket, status: () => status, bytes: () => bytes };
}

async function findFlying({ admin }: Target): Promise<string> {
  const body = { brief: true, pageNo: 1, pageSize: 50, state: "mission" };
  const { data } = await admin.call("POST", "/task/start/list", body);
  const [task] = liveTasks.parse(data).page.rows;
  if (!task) throw new Error("Nothing flies");
  return task.id;
}

export const greedyViewer: Attack = {
  name: `G10 one session opens ${wanted} streams, then its account is disabled`,
  before: "300 opened, the duty officer got 503, the streams played on after the account was disabled",
  run: async (target) => {
    const { server, admin } = target;
    const watcher = await loginClient(server.url, demoAccounts.duty);
    const pulled = await watcher.call("GET", `/media/pull/${await findFlying(target)}/flv`);
    const { pathname, search } = new URL(pulledStream.parse(pulled.data).url, server.url);
    const viewers = Array.from({ length: wanted }, () => openStream(server.port, pathname + search));
    await wait(3_000);
    const opened = viewers.filter(({ status }) => status() === "200").length;
    const found = await admin.call("POST", "/x/staff/list", { pageNo: 1, pageSize: 200 });
    const account = staffPage.parse(found.data).list.find(({ id }) => id === watcher.userId);
    const disabled = await admin.call("POST", "/x/staff/status", {
      ...account,
      to: "disabled",
      requestId: randomUUID(),
    });
    await wait(5_000);
    const count = () => viewers.reduce((sum, { bytes }) => sum + bytes(), 0);
    const before = count();
    await wait(playedAfterMs);
    const played = count() - before;
    for (const { socket } of viewers) socket.destroy();
    return {
      after: `${opened} opened; disabling ${disabled.status}, then ${played} B in ${playedAfterMs / 1_000} s`,
      isRefused: opened <= mostStreams && played < stillOnItsWay && disabled.status === 200,
    };
  },
};

const savedScreen = z.object({ secret: z.string() });

export const sharedLink: Attack = {
  name: "G11 a wall link is opened by a second browser, and 21 windows of the first",
  before: "signed in on any number of machines; 21 windows closed the real screen for good",
  run: async ({ server, admin }) => {
    const screen = { requestId: randomUUID(), name: `攻击 ${randomUUID().slice(0, 8)}`, layout: "map" };
    const { secret } = savedScreen.parse((await admin.call("POST", "/x/screen/save", screen)).data);
    const open = () =>
      fetch(`${server.url}/wall/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: secret, requestId: randomUUID() }),
      });
    const [first, second] = [await open(), await open()];
    return {
      after: `first ${first.status}, second ${second.status}`,
      isRefused: first.status === 200 && second.status >= 400,
    };
  },
};
