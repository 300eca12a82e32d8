import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import type { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";

// A platform with sessions of its own leads whoever has none to a page, as Laravel and Spring Security do.
const pages: Readonly<Record<string, string>> = {
  "/login": "<!DOCTYPE html><title>Login</title>",
  "/auth/sign-in": "<html><body>登录</body></html>",
  "/maintenance": "<html><body>系统维护中</body></html>",
  "/login.json": '{"state":0,"data":{"list":[],"total":0}}',
};
let target = "/login";
const server = createServer((request, response) => {
  const page = pages[request.url ?? ""];
  if (page === undefined) response.writeHead(302, { location: target });
  else response.writeHead(200, { "content-type": page.startsWith("<") ? "text/html" : "application/json" });
  response.end(page);
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());

const { port } = server.address() as AddressInfo;
const reported: string[] = [];
const client = createClient({
  config: () =>
    completeConsoleConfig({ api: `http://127.0.0.1:${port}`, extensions: false, requestTimeoutMs: 60_000 }),
  credentials: () => ({ token: "t", uToken: "" }),
  fetch,
  onError: ({ kind }) => void reported.push(kind),
});
const toKind = ({ kind }: CallError) => kind;
const list = () => client.call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } });

test.each([
  ["/login", "unauthorized"],
  ["/auth/sign-in", "unauthorized"],
  ["/maintenance", "contract"],
])("a redirect to %s counts as %s", async (path, kind) => {
  target = path;
  expect(await list().catch(toKind)).toBe(kind);
  expect(reported.at(-1)).toBe(kind);
});

test("a host that is named like a sign-in is none", async () => {
  const html = () => {
    const response = new Response(pages["/maintenance"]);
    Object.defineProperty(response, "url", { value: "http://my-sso.test/maintenance" });
    return Promise.resolve(response);
  };
  const call = createClient({
    config: () => completeConsoleConfig({ api: "http://my-sso.test", extensions: false }),
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: html,
    onError: () => undefined,
  }).call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } });
  expect(await call.catch(toKind)).toBe("contract");
});

test("an answer at the end of a redirect is an answer", async () => {
  target = "/login.json";
  expect(await list()).toMatchObject({ list: [], total: 0 });
});

test("the page of the sign-in is no exported file", async () => {
  target = "/login";
  const file = client.download(companyCalls.companyExport, { body: {} });
  expect(await file.catch(toKind)).toBe("unauthorized");
  target = "/maintenance";
  expect(await client.download(companyCalls.companyExport, { body: {} }).catch(toKind)).toBe("contract");
});
