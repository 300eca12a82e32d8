import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { logoCalls } from "../../adapters/contract/logo.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { type CallOptions, createClient } from "../../adapters/http/client.ts";
import { consoleConfig } from "../consoleConfig.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose requests stay open until `answer` is called or they are given up. */
function slowPlatform() {
  const open: ((response: Response) => void)[] = [];
  const faults: string[] = [];
  const client = createClient({
    config: () => consoleConfig(),
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch: (_, init) =>
      new Promise((resolve, reject) => {
        open.push(resolve);
        init?.signal?.addEventListener("abort", () => reject(new Error("given up")));
      }),
    onFault: ({ kind }) => void faults.push(kind),
  });
  const answer = (response: Response) => open.shift()?.(response);
  return { client, faults, answer };
}

const file = new Blob(["picture"]);

describe("the client", () => {
  test("gives a call up after 5,000 ms, not one less", async () => {
    const { client, faults } = slowPlatform();
    const fault = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(faults).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await fault).toBe("timeout");
    expect(faults).toEqual(["timeout"]);
  });

  test("lets a file take longer on a slow line", async () => {
    const { client, faults, answer } = slowPlatform();
    const uploaded = client.call(logoCalls.logoUpload, { file });
    await vi.advanceTimersByTimeAsync(60_000);
    answer(Response.json({ state: 0, message: "", data: { url: "/wms/api/x/upload/1" } }));
    expect(await uploaded).toEqual({ url: "/wms/api/x/upload/1" });
    expect(faults).toEqual([]);
  });

  test("stops a file whose caller gave up, and tells nobody", async () => {
    const { client, faults } = slowPlatform();
    const cancel = new AbortController();
    const fault = client
      .call(logoCalls.logoUpload, { file }, { signal: cancel.signal })
      .catch(({ kind }) => kind);
    cancel.abort();
    expect(await fault).toBe("cancelled");
    expect(faults).toEqual([]);
  });

  describe("a refusal whose words break off", () => {
    const refused = (status: number) =>
      new Response(new ReadableStream({ pull: (words) => words.error(new Error("cut")) }), {
        status,
        headers: { "content-type": "application/json" },
      });

    test("of an export still ends the session", async () => {
      const { client, faults, answer } = slowPlatform();
      const ended = client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
      answer(refused(401));
      expect(await ended).toBe("unauthorized");
      expect(faults).toEqual(["unauthorized"]);
    });

    test("of a file that is too large is the server's", async () => {
      const { client, faults, answer } = slowPlatform();
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
      const { client, faults, answer } = slowPlatform();
      const ended = client.call(logoCalls.logoUpload, { file }).catch(({ kind }) => kind);
      answer(cut());
      expect(await ended).toBe("offline");
      expect(faults).toEqual(["offline"]);
    });

    test("is no fault where its caller has given up", async () => {
      const { client, faults, answer } = slowPlatform();
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
      const { client, faults, answer } = slowPlatform();
      const ended = client.download(companyCalls.companyExport, { body: {} }).catch(({ kind }) => kind);
      answer(cut());
      expect(await ended).toBe("offline");
      expect(faults).toEqual(["offline"]);
    });
  });

  test.each([201, 202, 204, 205])("counts a status %i as a fault of the server's", async (status) => {
    const { client, answer } = slowPlatform();
    const fault = client.call(staffCalls.sysAdminList, {}).catch(({ kind }) => kind);
    answer(new Response(null, { status }));
    expect(await fault).toBe("server");
  });

  test.each([502, 503, 504])(
    "takes a proxy's %i for no answer, and the server's own for its words",
    async (status) => {
      const { client, answer } = slowPlatform();
      const fault = () =>
        client.call(staffCalls.sysAdminList, {}).catch(({ kind, message }) => [kind, message]);
      const proxied = fault();
      answer(new Response("<h1>Bad Gateway</h1>", { status }));
      expect(await proxied).toEqual(["offline", ""]);
      const own = fault();
      answer(Response.json({ state: -1, message: "数据库暂时不可用，请稍后再试" }, { status }));
      expect(await own).toEqual(["server", "数据库暂时不可用，请稍后再试"]);
    },
  );

  describe("a file that breaks off", () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (file) => file.error(new Error("cut")) }), {
        headers: { "content-type": "application/octet-stream" },
      });
    const download = async (options: CallOptions) => {
      const { client, faults, answer } = slowPlatform();
      const ended = client
        .download(companyCalls.companyExport, { body: {} }, options)
        .catch(({ kind, message }) => [kind, message]);
      answer(broken());
      return { ended: await ended, faults };
    };

    test("is a fault of the line, unless something better is known", async () => {
      const line = { ended: ["offline", ""], faults: ["offline"] };
      expect(await download({})).toEqual(line);
      expect(await download({ broken: async () => null })).toEqual(line);
    });

    test("is nobody's fault where it was cancelled elsewhere", async () => {
      const cancelled = new CallError("cancelled", "POST /company/export", { message: "已在导出中心取消" });
      expect(await download({ broken: async () => cancelled })).toEqual({
        ended: ["cancelled", "已在导出中心取消"],
        faults: [],
      });
    });
  });
});
