import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configNames, parseConsoleConfig } from "../../adapters/contract/config.ts";
import { toSocketUrl } from "../../src/app/socket/startSocket.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

test("the address of the calls is enough: the other hosts are its own, and the platform is one of others", () => {
  expect(parseConsoleConfig({ api: "https://platform.example" })).toEqual({
    api: "https://platform.example",
    proxy: "https://platform.example",
    device: "https://platform.example",
    hangar: "https://platform.example",
    socket: "wss://platform.example",
    graphql: "https://platform.example",
    loginBase: "api",
    rolesFrom: "login",
    extensions: false,
    watch: "off",
    qa: false,
    requestTimeoutMs: 5_000,
  });
});

test("what is named stands, and this server's own configuration is taken as it is", () => {
  expect(
    parseConsoleConfig({ api: "http://a", device: "http://b", extensions: true, loginBase: "proxy" }),
  ).toMatchObject({
    device: "http://b",
    hangar: "http://a",
    socket: "ws://a",
    extensions: true,
    loginBase: "proxy",
  });
  expect(parseConsoleConfig(createConsoleConfig())).toEqual(createConsoleConfig());
});

test.each([
  [null],
  [{}],
  [[]],
  ["x"],
  [{ device: "http://b" }],
  [{ api: 7 }],
  [{ api: "", watch: "sometimes" }],
])("%j is no configuration", (json) => {
  expect(parseConsoleConfig(json)).toBeNull();
});

test("the sample and the table in docs/hosting.md name every key", () => {
  const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/hosting.md"), "utf8");
  const sample = JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? "") as object;
  const table = page.slice(page.indexOf("| key |"), page.indexOf("### What a host"));
  const listed = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(parseConsoleConfig(sample)).toEqual(sample);
  expect(Object.keys(sample).toSorted()).toEqual([...configNames].toSorted());
  expect(listed.toSorted()).toEqual([...configNames].toSorted());
});

const page = { protocol: "https:", host: "console.example" };
test.each([
  ["", "wss://console.example/ws"],
  ["/console", "wss://console.example/console/ws"],
  ["ws://platform.example", "ws://platform.example/ws"],
  ["wss://platform.example/", "wss://platform.example/ws"],
  ["wss://platform.example/socket", "wss://platform.example/socket"],
  ["wss://platform.example/live/ws?tenant=7", "wss://platform.example/live/ws?tenant=7"],
])("the socket configured as %j is at %s", (configured, url) => {
  expect(toSocketUrl(configured, page, "/ws")).toBe(url);
});
