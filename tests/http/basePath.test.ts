import { afterEach, expect, test, vi } from "vitest";
import { parseBasePath } from "../../adapters/contract/basePath.ts";
import {
  getPagePath,
  resolvePlatformUrl,
  toConsoleAddress,
  toPagePath,
  toServerPath,
} from "../../adapters/http/basePath.ts";
import { createCookies } from "../../adapters/http/cookies.ts";
import { loadConfig } from "../../adapters/http/loadConfig.ts";
import { scopeStorage } from "../../adapters/http/scopeStorage.ts";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";

/** A page of a console below a path. */
function openPage(base: string, pathname: string) {
  vi.stubGlobal("document", { documentElement: { dataset: { base } } });
  vi.stubGlobal("location", { origin: "https://host.example", pathname });
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["/", "/"],
  ["/console/", "/console/"],
  ["/console", "/console/"],
  ["/a/b-c.d/", "/a/b-c.d/"],
])("%s is the base path %s", (text, base) => {
  expect(parseBasePath(text)).toBe(base);
});

test.each(["console", "//console/", "/../", "/a//b/", "/a b/", "/%2e/", '/"/', "/a?b", "https://x/"])(
  "%j is no base path",
  (text) => {
    expect(parseBasePath(text)).toBeNull();
  },
);

test("addresses and pages are below the base path", () => {
  openPage("/console/", "/console/order/orderList");
  expect(toServerPath("/config.json")).toBe("/console/config.json");
  expect(getPagePath()).toBe("/order/orderList");
  expect(toPagePath("/console/")).toBe("/");
  expect([toPagePath("/console"), toPagePath("/consoles/x"), toPagePath("/")]).toEqual([null, null, null]);
});

test("at the root they are as they are", () => {
  openPage("/", "/order/orderList");
  expect([toServerPath("/config.json"), getPagePath()]).toEqual(["/config.json", "/order/orderList"]);
});

test.each([
  ["/console", "/console/"],
  ["/", "/console/"],
  ["/desk", "/console/desk"],
])("%s leads to %s", (pathname, address) => {
  openPage("/console/", pathname);
  expect(toConsoleAddress({ pathname, search: "?a=1", hash: "#b" })).toBe(`${address}?a=1#b`);
});

test.each([
  ["/uploads/1?sign=x", "/console", "https://host.example/console/uploads/1?sign=x"],
  ["/uploads/1", "", "https://host.example/uploads/1"],
  ["/uploads/1", "https://api.example/v1", "https://api.example/v1/uploads/1"],
  ["https://cdn.example/1.png", "/console", "https://cdn.example/1.png"],
  ["//cdn.example/1.png", "/console", "https://cdn.example/1.png"],
  ["data:image/png;base64,AA", "/console", "data:image/png;base64,AA"],
  ["", "/console", ""],
  ["https://[", "/console", "https://["],
])("the platform's %j with the base %j is at %j", (url, api, address) => {
  openPage("/console/", "/console/");
  expect(resolvePlatformUrl(url, api)).toBe(address);
});

test("the hosts that are not named are this server below its base path", async () => {
  openPage("/console/", "/console/");
  const paths: string[] = [];
  const config = await loadConfig(async (input) => {
    paths.push(String(input));
    return Response.json({ api: "", device: "https://device.example" });
  });
  expect(paths).toEqual(["/console/config.json"]);
  expect(config).toMatchObject({
    api: "/console",
    proxy: "/console",
    hangar: "/console",
    graphql: "/console",
    socket: "/console",
    device: "https://device.example",
    extensions: true,
  });
});

test("storage and cookies of a console below a path are its own", () => {
  const shared = createMemoryStorage();
  shared.setItem("token", "of another site");
  openPage("/console/", "/console/");
  const storage = scopeStorage(shared);
  const page = { cookie: "" };
  createCookies(page).write("dark", "1");
  expect(page.cookie).toContain("; path=/console;");
  expect(storage.getItem("token")).toBeNull();
  storage.setItem("token", "t1");
  storage.setItem("user", "u1");
  storage.removeItem("user");
  expect([storage.getItem("token"), storage.getItem("user")]).toEqual(["t1", null]);
  storage.clear();
  expect([storage.getItem("token"), shared.getItem("token"), shared.length]).toEqual([
    null,
    "of another site",
    1,
  ]);
});
