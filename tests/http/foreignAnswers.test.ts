import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { flightFileCalls } from "../../adapters/contract/flightFile.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { createClient } from "../../adapters/http/client.ts";
import { toErrorMessage } from "../../src/app/toErrorMessage.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

/** As nginx does: bodies over its limit are refused before they are read, everything else by the status in the address. */
const bodyLimit = 1024 * 1024;
const proxy = createServer((request, response) => {
  const isTooLarge = Number(request.headers["content-length"] ?? 0) > bodyLimit;
  const status = isTooLarge ? 413 : Number(request.url?.split("/")[1]);
  response.writeHead(status, { "content-type": "text/html" });
  response.end(`<html><center><h1>${status}</h1></center><hr><center>nginx/1.22.1</center></html>`);
  request.resume();
});
proxy.listen(0, "127.0.0.1");
await once(proxy, "listening");
const kind = "patrol" as const;
const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
afterAll(() => proxy.close());

/** What a call fails with behind a proxy that answers with a status, and what the user is told. */
async function fail(status: number, run: (client: ReturnType<typeof createClient>) => Promise<unknown>) {
  const base = `${url}/${status}`;
  const client = createClient({
    config: () => ({ ...createConsoleConfig(), api: base, proxy: base }),
    credentials: () => ({ token: "t", uToken: "u" }),
    fetch,
    onError: () => undefined,
  });
  const error = await run(client).catch(
    (thrown: { status: number; kind: string; message: string }) => thrown,
  );
  const { kind, message, status: kept } = error as { status: number; kind: string; message: string };
  // A form shows the message itself, a toast what is made of it.
  return { kind, status: kept, form: message, toast: toErrorMessage({ kind, message }) };
}

test.each([
  [
    400,
    "invalid",
    "服务器或它前面的代理没有接受这个请求（HTTP 400），请刷新页面后重试；若仍出现请联系管理员。",
  ],
  [
    403,
    "server",
    "服务器或它前面的代理拦截了这个请求（HTTP 403），内容可能触发了防火墙的规则，请联系管理员。",
  ],
  [405, "server", "服务器或它前面的代理没有按约定回答（HTTP 405），请稍后重试；若仍出现请联系管理员。"],
  [408, "server", "服务器或它前面的代理没有等到完整的请求（HTTP 408），请检查网络后重试。"],
  [414, "server", "服务器或它前面的代理不接受这么长的地址（HTTP 414），请减少筛选条件后重试。"],
  [429, "tooMany", "服务器或它前面的代理限制了操作的频率（HTTP 429），请稍后再试。"],
  [431, "server", "服务器或它前面的代理不接受这么多的 Cookie（HTTP 431），请清除本站的 Cookie 后重新登录。"],
  [451, "server", "服务器或它前面的代理没有按约定回答（HTTP 451），请稍后重试；若仍出现请联系管理员。"],
  [500, "server", "服务器或它前面的代理没有按约定回答（HTTP 500），请稍后重试；若仍出现请联系管理员。"],
  [511, "server", "服务器或它前面的代理要求先登录网络（HTTP 511），请打开任一网页完成网络认证后重试。"],
])("an answer %i of a proxy keeps its status and says what to do", async (status, kind, message) => {
  const failed = await fail(status, (client) => client.call(staffCalls.sysAdminList, {}));
  expect(failed).toEqual({ kind, status, form: message, toast: message });
});

test("a file that is too large for the proxy is told as that, not to be tried again as it is", async () => {
  const file = new Blob([new Uint8Array(2 * bodyLimit)]);
  const query = { companyId: "1", droneSn: "SN-1", kind, fileName: "a.gpx", requestId: "large-file-1" };
  const failed = await fail(413, (client) => client.call(flightFileCalls.flightImport, { query, file }));
  const message =
    "服务器或它前面的代理不接受这么大的内容（HTTP 413），请减小文件或减少内容后重试，或请管理员调大代理的上限。";
  expect(failed).toEqual({ kind: "tooLarge", status: 413, form: message, toast: message });
});

test.each([502, 503, 504])("a proxy's %i counts as offline and keeps its status", async (status) => {
  const failed = await fail(status, (client) => client.call(staffCalls.sysAdminList, {}));
  expect(failed).toMatchObject({ kind: "offline", status, toast: "网络连接失败，请检查网络后重试。" });
});
