import { once } from "node:events";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { alarmCalls, alarmChangedData } from "../../adapters/contract/alarm.ts";
import { screens } from "../../server/db/schema/screen.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { listenSocket } from "../contract/socket/socketClient.ts";
import { createTestPlatform, openSession } from "../helpers/testPlatform.ts";
import { createScreenFactory } from "./createScreenFactory.ts";

const ctx = await createTestPlatform();
const factory = createScreenFactory(ctx);
const origin = (await listenSocket(ctx)).replace("ws:", "http:").replace("/ws", "");
afterAll(() => ctx.close());

describe("The socket of a screen", () => {
  /** The status of an upgrade that is refused, or the open socket. */
  async function connect(headers: Record<string, string>): Promise<number | WebSocket> {
    const socket = new WebSocket(`${origin.replace("http:", "ws:")}/wall/ws`, { headers });
    return new Promise((resolve) => {
      socket.once("open", () => resolve(socket));
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.on("error", () => undefined);
    });
  }
  async function connectOpen(headers: Record<string, string>): Promise<WebSocket> {
    const socket = await connect(headers);
    if (typeof socket === "number") throw new Error(`Refused with ${socket}`);
    return socket;
  }
  const frame = (type: number, taskId = "") =>
    JSON.stringify({ platform: "web", type, userId: "", token: "", taskId });
  const nextFrame = async (socket: WebSocket) => {
    const [data] = await once(socket, "message");
    return JSON.parse(String(data)) as { type: number; data: object };
  };

  test("opens with the cookie alone, for the own origin only", async () => {
    const { cookie } = await factory.make();
    expect(await connect({})).toBe(401);
    expect(await connect({ cookie, origin: "https://evil.example" })).toBe(403);
    const admin = await openSession(ctx.platform, ctx.staff.admin.id);
    expect(await connect({ ...admin })).toBe(401);
    const socket = await connectOpen({ cookie, origin });
    socket.send(frame(1));
    expect(await nextFrame(socket)).toMatchObject({ type: 1, data: { heartbeatSeconds: 5 } });
    socket.send(frame(2));
    expect(await nextFrame(socket)).toMatchObject({ type: 2 });
    socket.close();
  });

  test("opens the whole fleet and no task, and gets alarms without the notes of the duty desk", async () => {
    const { cookie } = await factory.make();
    const socket = await connectOpen({ cookie });
    const messages: { type: number; data: unknown }[] = [];
    socket.on("message", (data, isBinary) => !isBinary && messages.push(JSON.parse(String(data))));
    // A single task would be refused or answered at once.
    socket.send(frame(3, "nonsense"));
    socket.send(frame(3, "7"));
    socket.send(frame(2));
    await expect.poll(() => messages.map(({ type }) => type)).toEqual([2]);
    await insertAlarm(ctx, { shelveReason: "飞手已联系", closeNote: "误报" });
    const open = await ctx.callAs("duty", alarmCalls.alarmOpen, {});
    const data = alarmChangedData.parse({ ...(open.body.data as object), desks: [] });
    expect(data.alarms).toMatchObject([{ shelveReason: "飞手已联系", closeNote: "误报" }]);
    ctx.live.feed.emitAlarmsChanged(data);
    await expect.poll(() => messages.at(-1)?.type).toBe(7);
    expect(messages.at(-1)?.data).toMatchObject({ alarms: [{ shelveReason: "", closeNote: "" }] });
    socket.close();
  });

  test("is untouched by logins and logouts, and closed once the screen is revoked", async () => {
    const screen = await factory.make();
    const socket = await connectOpen({ cookie: screen.cookie });
    const closed = once(socket, "close");
    const types: number[] = [];
    socket.on("message", (data) => types.push(JSON.parse(String(data)).type));
    ctx.platform.bus.publish("session.ended", { sessionId: screen.id, reason: "elsewhere" });
    socket.send(frame(2));
    await expect.poll(() => types).toContain(2);
    expect(types).not.toContain(6);
    await factory.revoke(screen);
    expect((await closed)[0]).toBe(4001);
    expect(await connect({ cookie: screen.cookie })).toBe(403);
  });

  test("closes within a minute if the message of the revocation is lost", async () => {
    const { id, cookie } = await factory.make();
    const socket = await connectOpen({ cookie });
    const closed = once(socket, "close");
    await ctx.db.update(screens).set({ revokedAt: ctx.clock.now() }).where(eq(screens.id, id));
    socket.send(frame(2));
    expect(await nextFrame(socket)).toMatchObject({ type: 2 });
    ctx.clock.advance(60_000);
    socket.send(frame(2));
    expect((await closed)[0]).toBe(4001);
  });
});
