import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { companyQuery } from "../../adapters/contract/graphql/companyView.ts";
import type { PulledStream } from "../../adapters/contract/video.ts";
import { onePixel } from "../conformance/onePixel.ts";
import { connectSocket, createMessage } from "../contract/socket/socketClient.ts";
import { startGateway } from "../helpers/testGateway.ts";
import { createTestPlatform, testPassword } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { loginClient } from "../process/apiClient.ts";
import { createScreenFactory } from "./createScreenFactory.ts";

// The platform and the gateway are below paths of their own.
const ctx = await createTestPlatform({ env: { BASE_PATH: "/platform/", TRUST_PROXY: "127.0.0.1" } });
await ctx.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = ctx.app.server.address() as AddressInfo;
const gateway = await startGateway({
  UPSTREAM_API: `http://127.0.0.1:${port}/platform`,
  EXTENSIONS: "true",
});
afterAll(async () => {
  await gateway.close();
  await ctx.close();
});
const flights = await createFlightFactory(ctx);
const company = await flights.createCompany();
const task = await flights.task(company, { source: "simulator", status: "running" });
const admin = await loginClient(gateway.url, ctx.staff.admin.phoneNumber, testPassword);

const socketUrl = (path: string) => `${gateway.url.replace("http", "ws")}${path}`;
/** The first bytes of a stream, over HTTP and over a socket at the same address. */
async function watchBoth(path: string, cookie: string): Promise<string[]> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const { body } = await fetch(`${gateway.url}${path}`, { headers: { cookie }, signal: end.signal });
  const reader = (body ?? new ReadableStream<Uint8Array>()).getReader();
  const socket = new WebSocket(socketUrl(path), { headers: { cookie } });
  onTestFinished(() => socket.terminate());
  const parts = [(await reader.read()).value ?? new Uint8Array(), (await once(socket, "message"))[0]];
  return parts.map((bytes) => Buffer.from(bytes).toString("latin1", 0, 3));
}

test("calls, files, exports, GraphQL and the live socket of another server of this project", async () => {
  expect(await admin.call("GET", "/checkPwdStatus")).toMatchObject({ status: 200, state: 0 });
  const form = new FormData();
  form.set("file", new Blob([onePixel], { type: "image/png" }), "logo.png");
  const stored = await fetch(`${gateway.url}/wms/api/logo/upload`, {
    method: "POST",
    headers: admin.headers,
    body: form,
  });
  const { data } = (await stored.json()) as { readonly data: { readonly url: string } };
  const picture = await gateway.call("GET", data.url);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await admin.download("/company/export")).toString("latin1", 0, 2)).toBe("PK");
  const body = { query: companyQuery.document, variables: { id: company.id, first: 5 } };
  const graphql = await gateway.call("POST", "/graphql", body, admin.headers);
  expect(graphql.text).toContain(`"id":"${company.id}"`);
  const socket = await connectSocket(gateway.socketUrl);
  onTestFinished(() => socket.raw.terminate());
  socket.send(createMessage(1, ctx.staff.admin.id, admin.headers));
  expect(await socket.nextFrame(1)).toMatchObject({ data: { heartbeatSeconds: 5 } });
});

test("live video, by HTTP, socket and playlist", async () => {
  const pull = async (mode: string) =>
    (await admin.call("GET", `/media/pull/${task.id}/${mode}?quality=2`)).data as PulledStream;
  expect(await watchBoth((await pull("flv")).url, "")).toEqual(["FLV", "FLV"]);
  const playlist = await gateway.call("GET", (await pull("hls")).url);
  expect(playlist.text).toMatch(/^#EXTM3U/);
});

test("a screen: link, cookie for the gateway's path, calls, socket and video; nothing for other origins", async () => {
  const { token } = await createScreenFactory(ctx).makeUnopened();
  const link = { token, requestId: "own-upstream-1" };
  const opened = await gateway.call("POST", "/wall/api/session", link);
  const setCookie = opened.headers.get("set-cookie") ?? "";
  expect(setCookie).toMatch(
    /^wall=[\w-]{43}; Path=\/console\/wall; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  );
  const [cookie = ""] = setCookie.split(";");
  // Those of other pages of the host stay here.
  const session = await gateway.call("GET", "/wall/api/session", undefined, { cookie: `a=1; ${cookie}` });
  expect(session.status).toBe(200);
  const path = `/wall/api/media/pull/${task.id}/flv?quality=2`;
  const { text } = await gateway.call("GET", path, undefined, { cookie });
  const { data } = JSON.parse(text) as { readonly data: PulledStream };
  expect(await watchBoth(data.url, cookie)).toEqual(["FLV", "FLV"]);
  const socket = new WebSocket(socketUrl("/wall/ws"), {
    headers: { cookie, origin: `http://127.0.0.1:${gateway.port}` },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, "open");

  const evil = { cookie, origin: "http://evil.example" };
  const refused = await gateway.call("GET", "/wall/api/session", undefined, evil);
  expect([refused.status, JSON.parse(refused.text).data]).toEqual([403, { reason: "foreignOrigin" }]);
  const closed = new WebSocket(socketUrl("/wall/ws"), { headers: evil });
  closed.on("error", () => undefined);
  expect((await once(closed, "unexpected-response"))[1].statusCode).toBe(403);
});
