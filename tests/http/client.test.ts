import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { logoCalls } from "../../adapters/contract/logo.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { type CallOptions, createClient } from "../../adapters/http/client.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose requests stay open until `answer` is called or they are aborted. */
function createSlowClient(config = completeConsoleConfig({ api: "" })) {
  const open: ((response: Response) => void)[] = [];
  const errors: string[] = [];
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: (_, init) =>
      new Promise((resolve, reject) => {
        open.push(resolve);
        init?.signal?.addEventListener("abort", () => reject(new Error("given up")));
      }),
    onError: ({ kind }) => void errors.push(kind),
  });
  const answer = (response: Response) => open.shift()?.(response);
  return { client, errors, answer };
}

/** A body that sends one part per second and fails when its call is aborted. */
function createSlowBody(parts: number, signal: AbortSignal | null | undefined): ReadableStream {
  return new ReadableStream({
    start(body) {
      let sent = 0;
      const timer = setInterval(() => {
        body.enqueue(new TextEncoder().encode("part"));
        if (++sent < parts) return;
        clearInterval(timer);
        body.close();
      }, 1_000);
      signal?.addEventListener("abort", () => {
        clearInterval(timer);
        body.error(new Error("given up"));
      });
    },
  });
}

const file = new Blob(["picture"]);

describe("the client", () => {
  //
  test("aborts a call after exactly 5,000 ms", async () => {
    const { client, errors } = createSlowClient();
    const result = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(errors).toEqual(["timeout"]);
    expect(await result).toBe("timeout");
  });

  test("waits longer where the configuration says so", async () => {
    const { client, errors } = createSlowClient(createConsoleConfig({ requestTimeoutMs: 60_000 }));
    const result = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe("timeout");
  });

  test("has no timeout for an upload", async () => {
    const { client, errors, answer } = createSlowClient();
    const uploaded = client.call(logoCalls.logoUpload, { file });
    await vi.advanceTimersByTimeAsync(60_000);
    answer(Response.json({ state: 0, message: "", data: { url: "/wms/api/x/upload/1" } }));
    expect(await uploaded).toEqual({ url: "/wms/api/x/upload/1" });
    expect(errors).toEqual([]);
  });

  test("aborts an upload on its caller's signal, and reports no error", async () => {
    const { client, errors } = createSlowClient();
    const cancel = new AbortController();
    const result = client
      .call(logoCalls.logoUpload, { file }, { signal: cancel.signal })
      .catch(({ kind }) => kind);
    cancel.abort();
    expect(await result).toBe("cancelled");
    expect(errors).toEqual([]);
  });

  test("waits 5,000 ms for a download's response, and without a limit for its body", async () => {
    const client = createClient({
      config: () => createConsoleConfig(),
      credentials: () => ({ token: "t", uToken: "u" }),
      fetch: async (_, init) => new Response(createSlowBody(12, init?.signal)),
      onError: () => undefined,
    });
    const file = client.download(companyCalls.companyExport, { body: {} });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await (await file).blob.text()).toBe("part".repeat(12));

    const timedOut = createSlowClient();
    const result = timedOut.client
      .download(companyCalls.companyExport, { body: {} })
      .catch(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toBe("timeout");
  });

  test("reports an error with the token that the call was sent with, even if another user is signed in by then", async () => {
    const reported: (readonly [string, string | null])[] = [];
    let token = "first";
    let answer: (response: Response) => void = () => undefined;
    const client = createClient({
      config: () => createConsoleConfig(),
      credentials: () => ({ token, uToken: "u" }),
      fetch: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      onError: ({ kind }, token) => void reported.push([kind, token]),
    });
    for (const { status, state } of [
      { status: 401, state: -1 },
      { status: 200, state: -2 },
    ]) {
      token = "first";
      const failed = client.call(staffCalls.sysAdminList, {}).catch(() => undefined);
      token = "second";
      answer(Response.json({ state, message: "", data: null }, { status }));
      await failed;
    }
    token = "first";
    const envelope = client.fetchEnvelope(passwordCalls.checkPwdStatus, {});
    token = "second";
    answer(Response.json({ state: -2, message: "", data: null }));
    await envelope;
    expect(reported).toEqual([
      ["unauthorized", "first"],
      ["userUnusable", "first"],
      ["userUnusable", "first"],
    ]);
  });

  describe("the request id of a response", () => {
    const reqId = "7341-6507-6400-7545";
    const withRequestId = { headers: { "x-request-id": reqId } };
    const body = (state: number, data: unknown = null) => ({ state, message: "", data });
    const toKindAndId = (error: unknown) => (error instanceof CallError ? [error.kind, error.reqId] : error);
    const callAndFail = async (response: Response) => {
      const { client, answer } = createSlowClient();
      const failed = client.call(staffCalls.sysAdminList, {}).catch(toKindAndId);
      answer(response);
      return failed;
    };

    test.each<[string, Response]>([
      ["server", Response.json(body(-1), { ...withRequestId, status: 500 })],
      ["notFound", Response.json(body(-1), { ...withRequestId, status: 404 })],
      ["tooMany", Response.json(body(-1), { ...withRequestId, status: 429 })],
      ["refused", Response.json(body(-1), withRequestId)],
      ["forbidden", Response.json(body(-3), withRequestId)],
      ["contract", Response.json(body(0, { list: 7 }), withRequestId)],
      ["contract", Response.json({ nothing: true }, withRequestId)],
    ])("is part of a %s error", async (kind, response) => {
      expect(await callAndFail(response)).toEqual([kind, reqId]);
    });

    test("is part of a refused download's error", async () => {
      const { client, answer } = createSlowClient();
      const failed = client.download(companyCalls.companyExport, { body: {} }).catch(toKindAndId);
      answer(Response.json(body(-1), withRequestId));
      expect(await failed).toEqual(["refused", reqId]);
    });

    test("is null without the header, and for a proxy's response", async () => {
      expect(await callAndFail(Response.json(body(-1)))).toEqual(["refused", null]);
      const gateway = new Response("<html>502</html>", { ...withRequestId, status: 502 });
      expect(await callAndFail(gateway)).toEqual(["offline", null]);
    });
  });

  describe("an error response whose body breaks off", () => {
    const refused = (status: number) =>
      new Response(new ReadableStream({ pull: (body) => body.error(new Error("cut")) }), {
        status,
        headers: { "content-type": "application/json" },
      });

    test("is unauthorized for an export with 401", async () => {
      const { client, errors, answer } = createSlowClient();
      const ended = client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
      answer(refused(401));
      expect(await ended).toBe("unauthorized");
      expect(errors).toEqual(["unauthorized"]);
    });

    test("is too large for an upload with 413", async () => {
      const { client, errors, answer } = createSlowClient();
      const ended = client.call(logoCalls.logoUpload, { file }).catch(({ kind }) => kind);
      answer(refused(413));
      expect(await ended).toBe("tooLarge");
      expect(errors).toEqual(["tooLarge"]);
    });
  });

  describe("a successful response whose body breaks off", () => {
    const createBrokenResponse = () =>
      new Response(new ReadableStream({ pull: (body) => body.error(new Error("cut")) }), {
        headers: { "content-type": "application/json" },
      });

    test("is an offline error for an upload: the server may have stored the file", async () => {
      const { client, errors, answer } = createSlowClient();
      const ended = client.call(logoCalls.logoUpload, { file }).catch(({ kind }) => kind);
      answer(createBrokenResponse());
      expect(await ended).toBe("offline");
      expect(errors).toEqual(["offline"]);
    });

    test("reports no error after the caller has aborted", async () => {
      const { client, errors, answer } = createSlowClient();
      const cancel = new AbortController();
      const ended = client
        .call(logoCalls.logoUpload, { file }, { signal: cancel.signal })
        .catch(({ kind }) => kind);
      answer(createBrokenResponse());
      cancel.abort();
      expect(await ended).toBe("cancelled");
      expect(errors).toEqual([]);
    });

    test("is an offline error for an export", async () => {
      const { client, errors, answer } = createSlowClient();
      const ended = client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
      answer(createBrokenResponse());
      expect(await ended).toBe("offline");
      expect(errors).toEqual(["offline"]);
    });
  });

  //
  test.each([201, 202, 204, 205])(
    "treats status %i as a server error, whatever it answers",
    async (status) => {
      const { client, answer } = createSlowClient();
      const call = () => client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
      const bodies = status < 204 ? [null, JSON.stringify({ state: 0, message: "", data: [] })] : [null];
      for (const body of bodies) {
        const result = call();
        answer(new Response(body, { status }));
        expect(await result).toBe("server");
      }
    },
  );

  test.each([502, 503, 504])(
    "treats a proxy's %i as offline, and shows the message of the server's own",
    async (status) => {
      const { client, answer } = createSlowClient();
      const fail = () =>
        client.call(staffCalls.sysAdminList, {}).catch(({ kind, message }) => [kind, message]);
      const proxied = fail();
      answer(new Response("<h1>Bad Gateway</h1>", { status }));
      expect(await proxied).toEqual(["offline", ""]);
      const own = fail();
      answer(Response.json({ state: -1, message: "数据库暂时不可用，请稍后再试" }, { status }));
      const kind = status === 503 ? "unavailable" : "server";
      expect(await own).toEqual([kind, "数据库暂时不可用，请稍后再试"]);
    },
  );

  test.each([
    ["5", 5_000],
    [null, null],
    ["Sun, 22 Nov 2026 18:00:00 GMT", null],
  ])("parses Retry-After: %s", async (header, ms) => {
    const { client, answer } = createSlowClient();
    const result = client.call(staffCalls.sysAdminList, {}).catch(({ retryAfterMs }) => retryAfterMs);
    const headers: Record<string, string> = header === null ? {} : { "retry-after": header };
    answer(Response.json({ state: -1, message: "数据库繁忙", data: null }, { status: 503, headers }));
    expect(await result).toBe(ms);
  });

  describe("a download that breaks off", () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (file) => file.error(new Error("cut")) }), {
        headers: { "content-type": "application/octet-stream" },
      });
    const download = async (options: CallOptions) => {
      const { client, errors, answer } = createSlowClient();
      const ended = client
        .download(companyCalls.companyExport, { body: {} }, options)
        .catch(({ kind, message }) => [kind, message]);
      answer(broken());
      return { ended: await ended, errors };
    };

    test("is an offline error by default", async () => {
      const offline = { ended: ["offline", ""], errors: ["offline"] };
      expect(await download({})).toEqual(offline);
      expect(await download({ diagnoseBreak: async () => null })).toEqual(offline);
    });

    test("reports no error when it was cancelled elsewhere", async () => {
      const cancelled = new CallError("cancelled", "POST /company/export", { message: "已在导出中心取消" });
      expect(await download({ diagnoseBreak: async () => cancelled })).toEqual({
        ended: ["cancelled", "已在导出中心取消"],
        errors: [],
      });
    });
  });
});
