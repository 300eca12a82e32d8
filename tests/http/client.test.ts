import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { logoCalls } from "../../adapters/contract/logo.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { type CallOptions, createClient } from "../../adapters/http/client.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose requests stay open until `answer` is called or they are given up. */
function createSlowClient() {
  const open: ((response: Response) => void)[] = [];
  const errors: string[] = [];
  const client = createClient({
    config: () => createConsoleConfig(),
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: (_, init) =>
      new Promise((resolve, reject) => {
        open.push(resolve);
        init?.signal?.addEventListener("abort", () => reject(new Error("given up")));
      }),
    onError: ({ kind }) => void errors.push(kind),
  });
  const answer = (response: Response) => open.shift()?.(response);
  return { client, faults: errors, answer };
}

/** A body of so many parts, one a second, which breaks off when its call is given up. */
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
  test("gives a call up after 5,000 ms, not one less", async () => {
    const { client, faults } = createSlowClient();
    const fault = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(faults).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await fault).toBe("timeout");
    expect(faults).toEqual(["timeout"]);
  });

  test("lets a file take longer on a slow line", async () => {
    const { client, faults, answer } = createSlowClient();
    const uploaded = client.call(logoCalls.logoUpload, { file });
    await vi.advanceTimersByTimeAsync(60_000);
    answer(Response.json({ state: 0, message: "", data: { url: "/wms/api/x/upload/1" } }));
    expect(await uploaded).toEqual({ url: "/wms/api/x/upload/1" });
    expect(faults).toEqual([]);
  });

  test("stops a file whose caller gave up, and tells nobody", async () => {
    const { client, faults } = createSlowClient();
    const cancel = new AbortController();
    const fault = client
      .call(logoCalls.logoUpload, { file }, { signal: cancel.signal })
      .catch(({ kind }) => kind);
    cancel.abort();
    expect(await fault).toBe("cancelled");
    expect(faults).toEqual([]);
  });

  test("waits 5,000 ms for a download's answer, and for its body as long as that takes", async () => {
    const client = createClient({
      config: () => createConsoleConfig(),
      credentials: () => ({ token: "t", uToken: "u" }),
      fetch: async (_, init) => new Response(createSlowBody(12, init?.signal)),
      onError: () => undefined,
    });
    const file = client.download(companyCalls.companyExport, { body: {} });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await (await file).blob.text()).toBe("part".repeat(12));

    const late = createSlowClient();
    const fault = late.client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await fault).toBe("timeout");
  });

  test("tells the token that a call went out with, whoever is signed in when it fails", async () => {
    const told: (readonly [string, string | null])[] = [];
    let token = "first";
    let answer: (response: Response) => void = () => undefined;
    const client = createClient({
      config: () => createConsoleConfig(),
      credentials: () => ({ token, uToken: "u" }),
      fetch: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      onError: ({ kind }, of) => void told.push([kind, of]),
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
    const asked = client.fetchEnvelope(passwordCalls.checkPwdStatus, {});
    token = "second";
    answer(Response.json({ state: -2, message: "", data: null }));
    await asked;
    expect(told).toEqual([
      ["unauthorized", "first"],
      ["userUnusable", "first"],
      ["userUnusable", "first"],
    ]);
  });

  describe("the id of the server's answer", () => {
    const reqId = "7341-6507-6400-7545";
    const named = { headers: { "x-request-id": reqId } };
    const body = (state: number, data: unknown = null) => ({ state, message: "", data });
    const idOf = (fault: unknown) => (fault instanceof CallError ? [fault.kind, fault.reqId] : fault);
    const listed = async (response: Response) => {
      const { client, answer } = createSlowClient();
      const failed = client.call(staffCalls.sysAdminList, {}).catch(idOf);
      answer(response);
      return failed;
    };

    test.each<[string, Response]>([
      ["server", Response.json(body(-1), { ...named, status: 500 })],
      ["notFound", Response.json(body(-1), { ...named, status: 404 })],
      ["tooMany", Response.json(body(-1), { ...named, status: 429 })],
      ["refused", Response.json(body(-1), named)],
      ["forbidden", Response.json(body(-3), named)],
      ["contract", Response.json(body(0, { list: 7 }), named)],
      ["contract", Response.json({ nothing: true }, named)],
    ])("is with the fault: %s", async (kind, response) => {
      expect(await listed(response)).toEqual([kind, reqId]);
    });

    test("is with a refused file, too", async () => {
      const { client, answer } = createSlowClient();
      const failed = client.download(companyCalls.companyExport, { body: {} }).catch(idOf);
      answer(Response.json(body(-1), named));
      expect(await failed).toEqual(["refused", reqId]);
    });

    test("is not where it gave none, nor where a proxy answered in its place", async () => {
      expect(await listed(Response.json(body(-1)))).toEqual(["refused", null]);
      const gateway = new Response("<html>502</html>", { ...named, status: 502 });
      expect(await listed(gateway)).toEqual(["offline", null]);
    });
  });

  describe("a refusal whose words break off", () => {
    const refused = (status: number) =>
      new Response(new ReadableStream({ pull: (words) => words.error(new Error("cut")) }), {
        status,
        headers: { "content-type": "application/json" },
      });

    test("of an export still ends the session", async () => {
      const { client, faults, answer } = createSlowClient();
      const ended = client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
      answer(refused(401));
      expect(await ended).toBe("unauthorized");
      expect(faults).toEqual(["unauthorized"]);
    });

    test("of a file that is too large is the server's", async () => {
      const { client, faults, answer } = createSlowClient();
      const ended = client.call(logoCalls.logoUpload, { file }).catch(({ kind }) => kind);
      answer(refused(413));
      expect(await ended).toBe("server");
      expect(faults).toEqual(["server"]);
    });
  });

  describe("an answer to a file that breaks off", () => {
    const cut = () =>
      new Response(new ReadableStream({ pull: (words) => words.error(new Error("cut")) }), {
        headers: { "content-type": "application/json" },
      });

    test("is a fault of the line: the file may have been taken", async () => {
      const { client, faults, answer } = createSlowClient();
      const ended = client.call(logoCalls.logoUpload, { file }).catch(({ kind }) => kind);
      answer(cut());
      expect(await ended).toBe("offline");
      expect(faults).toEqual(["offline"]);
    });

    test("is no fault where its caller has given up", async () => {
      const { client, faults, answer } = createSlowClient();
      const cancel = new AbortController();
      const ended = client
        .call(logoCalls.logoUpload, { file }, { signal: cancel.signal })
        .catch(({ kind }) => kind);
      answer(cut());
      cancel.abort();
      expect(await ended).toBe("cancelled");
      expect(faults).toEqual([]);
    });

    test("is a fault of the line for an export too", async () => {
      const { client, faults, answer } = createSlowClient();
      const ended = client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
      answer(cut());
      expect(await ended).toBe("offline");
      expect(faults).toEqual(["offline"]);
    });
  });

  test.each([201, 202, 204, 205])("counts a status %i as a fault of the server's", async (status) => {
    const { client, answer } = createSlowClient();
    const fault = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    answer(new Response(null, { status }));
    expect(await fault).toBe("server");
  });

  test.each([502, 503, 504])(
    "takes a proxy's %i for no answer, and the server's own for its words",
    async (status) => {
      const { client, answer } = createSlowClient();
      const fault = () =>
        client.call(staffCalls.sysAdminList, {}).catch(({ kind, message }) => [kind, message]);
      const proxied = fault();
      answer(new Response("<h1>Bad Gateway</h1>", { status }));
      expect(await proxied).toEqual(["offline", ""]);
      const own = fault();
      answer(Response.json({ state: -1, message: "数据库暂时不可用，请稍后再试" }, { status }));
      const kind = status === 503 ? "unavailable" : "server";
      expect(await own).toEqual([kind, "数据库暂时不可用，请稍后再试"]);
    },
  );

  test.each([
    ["5", 5_000],
    [null, null],
    ["Sun, 22 Nov 2026 18:00:00 GMT", null],
  ])("reads from Retry-After: %s when the server takes the call again", async (header, ms) => {
    const { client, answer } = createSlowClient();
    const fault = client.call(staffCalls.sysAdminList, {}).catch(({ retryAfterMs }) => retryAfterMs);
    const headers: Record<string, string> = header === null ? {} : { "retry-after": header };
    answer(Response.json({ state: -1, message: "数据库繁忙", data: null }, { status: 503, headers }));
    expect(await fault).toBe(ms);
  });

  describe("a file that breaks off", () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (file) => file.error(new Error("cut")) }), {
        headers: { "content-type": "application/octet-stream" },
      });
    const download = async (options: CallOptions) => {
      const { client, faults, answer } = createSlowClient();
      const ended = client
        .download(companyCalls.companyExport, { body: {} }, options)
        .catch(({ kind, message }) => [kind, message]);
      answer(broken());
      return { ended: await ended, faults };
    };

    test("is a fault of the line, unless something better is known", async () => {
      const line = { ended: ["offline", ""], faults: ["offline"] };
      expect(await download({})).toEqual(line);
      expect(await download({ diagnoseBreak: async () => null })).toEqual(line);
    });

    test("is nobody's fault where it was cancelled elsewhere", async () => {
      const cancelled = new CallError("cancelled", "POST /company/export", { message: "已在导出中心取消" });
      expect(await download({ diagnoseBreak: async () => cancelled })).toEqual({
        ended: ["cancelled", "已在导出中心取消"],
        faults: [],
      });
    });
  });
});
