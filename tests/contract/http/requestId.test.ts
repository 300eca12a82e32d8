import { afterAll, describe, expect, test } from "vitest";
import { type AuditRow, auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, type TestPlatform, testPassword } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";
import { parseLogLines } from "./logLines.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

describe("A request's id", () => {
  const getRequestId = async ({ app }: TestPlatform, sentId: string, remoteAddress: string) => {
    const headers = { "x-request-id": sentId };
    return (await app.inject({ url: "/health", headers, remoteAddress })).headers["x-request-id"];
  };
  const generatedId = expect.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}$/);

  test("is in every response, and different each time", async () => {
    const urls = ["/health", "/", "/assets/none.js", "/wms/api/none", "/wms/api/region/list/%E0%A4%A"];
    const ids = await Promise.all(
      urls.map(async (url) => (await ctx.app.inject(url)).headers["x-request-id"]),
    );
    for (const id of ids) expect(id).toEqual(generatedId);
    expect(new Set(ids).size).toBe(urls.length);
  });

  test("is adopted only from a trusted proxy", async () => {
    const behind = await createTestPlatform({ env: { TRUST_PROXY: "10.0.0.0/8,2001:db8::1" } });
    const proxyId = "4bf92f3577b34da6a3ce929d0e0e4736";
    for (const proxy of ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1"])
      expect([proxy, await getRequestId(behind, proxyId, proxy)]).toEqual([proxy, proxyId]);
    for (const other of ["11.1.2.3", "127.0.0.1", "2001:db8::2"])
      expect([other, await getRequestId(behind, proxyId, other)]).toEqual([other, generatedId]);
    for (const bad of ["short", "x".repeat(65), "a b c d e f", "<script>alert</script>", "-leading-dash"])
      expect([bad, await getRequestId(behind, bad, "10.1.2.3")]).toEqual([bad, generatedId]);
    expect(await getRequestId(ctx, proxyId, "127.0.0.1")).toEqual(generatedId);
    await behind.close();
  });

  test("is in the audit row, which can be found by it", async () => {
    const body = { phoneNumber: "13911110002", password: md5(testPassword) };
    const response = await injectCall(ctx.app, loginCalls.login, { body });
    const id = String(response.headers["x-request-id"]);
    const args = { body: { pageNo: 1, pageSize: 20, keyword: id } };
    const { data } = (await ctx.callAs("admin", auditCalls.auditList, args)).body;
    expect((data as { list: AuditRow[] }).list).toMatchObject([{ action: "登录", reqId: id }]);
  });
});

describe("A socket writes log lines", () => {
  const findLines = (message: string) => parseLogLines(ctx).filter(({ msg }) => msg === message);

  test("when it opens, is registered and closes, with its session and the close reason", async () => {
    const headers = await ctx.loginAs("finance");
    const { id } = ctx.staff.finance;
    const socket = await connectSocket(await listenSocket(ctx));
    socket.send(createMessage(1, id, headers));
    await socket.nextFrame(1);
    socket.raw.close(1000);
    await expect.poll(() => findLines("socket closed")).toHaveLength(1);
    const [{ reqId } = { reqId: "" }] = findLines("socket open");
    expect(findLines("socket open")[0]).toMatchObject({ level: "info", address: "127.0.0.1" });
    expect(findLines("socket registered")[0]).toMatchObject({
      reqId,
      userId: id,
      sessionId: expect.any(String),
    });
    expect(findLines("socket closed")[0]).toMatchObject({ reqId, userId: id, code: 1000, reason: null });
    const strange = await connectSocket(await listenSocket(ctx));
    strange.send(createMessage(1, ctx.staff.duty.id, headers));
    await expect.poll(() => findLines("socket closed")).toHaveLength(2);
    expect(findLines("socket closed")[1]).toMatchObject({ code: 4001, reason: "another user's token" });
    expect(findLines("socket closed")[1]).not.toHaveProperty("userId");
  });

  test("when it is refused", async () => {
    const url = await listenSocket(ctx);
    await expect(connectSocket(url, { origin: "https://evil.example" })).rejects.toThrow("403");
    const refused = () =>
      parseLogLines(ctx).filter(({ call, status }) => call === "GET /ws" && status === 403);
    await expect.poll(refused).toMatchObject([{ level: "info", address: "127.0.0.1" }]);
  });
});
