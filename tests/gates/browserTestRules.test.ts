import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const checkout = path.resolve(import.meta.dirname, "../..");

/** What a test does to a page or its profile is taken back by what is in `tests/browser`, as both serve other tests. */
const unrestoredCalls =
  /\.(?:addInitScript|emulateMedia|newCDPSession|expose(?:Function|Binding)|grantPermissions|setOffline|setGeolocation|setExtraHTTPHeaders|addLocatorHandler|routeWebSocket)\(|clock\.(?:install|setFixedTime)\(/;

/**
 * Files of browser tests share their worker's modules, and with them `test`: what a file overrides outside a
 * `describe` would hold for the files after it too.
 */
const topLevelOverride = /^\w+\.override\(/m;

/** Ways to a server that no page is asked about. */
const directServerCalls =
  /(?<![.\w])(?:loginClient|createApiClient|startServer|fetch)\(|\bserver\.(?:stop|pid)\b|\.request\.(?:post|put|patch|delete|fetch)\(|\bnewContext\(/;

const readOnlyOption = /extend\(\s*"looking"|override\(\s*"looking"/;

const findFiles = (pattern: string) => globSync(pattern, { cwd: checkout });
const readText = (file: string) => readFileSync(path.join(checkout, file), "utf8");
/** Without what runs inside a page, whose calls are heard. */
const readOwnCode = (file: string) =>
  readText(file).replaceAll(/\.evaluate\((?:[^()]|\([^()]*\))*fetch\(/g, "");

it("no file of browser tests overrides a fixture for the files after it", () => {
  const files = findFiles("tests/e2e/**/*.test.ts");
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => topLevelOverride.test(readText(file)))).toEqual([]);
});

it("no file that only looks goes past its pages to the server that it shares", () => {
  const files = findFiles("tests/e2e/**/*.test.ts").filter((file) => readOnlyOption.test(readText(file)));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => directServerCalls.test(readOwnCode(file)))).toEqual([]);
});

it("no browser test does to its page what is not taken back after it", () => {
  const files = findFiles("tests/e2e/**/*.ts");
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => unrestoredCalls.test(readText(file)))).toEqual([]);
});

it.each([
  [
    topLevelOverride,
    'import a from "a";\nbase.override("account", null);\n',
    '  test.override("account", null);',
  ],
  [directServerCalls, "await fetch(`${server.url}/wms/api/x`)", "await page.goto(server.url)"],
  [directServerCalls, "const admin = await loginClient(server.url, phone);", "await signIn(page, phone);"],
  [unrestoredCalls, "await page.context().setOffline(true);", "await addInitScript(page, script);"],
  [unrestoredCalls, "await page.clock.install();", "await installClock(context);"],
  [readOnlyOption, 'base\n  .extend(\n    "looking",', 'base.extend("withFlights", true)'],
])("%s finds what is planted, and nothing where nothing is", (form, planted, sound) => {
  expect(form.test(planted)).toBe(true);
  expect(form.test(sound)).toBe(false);
});
