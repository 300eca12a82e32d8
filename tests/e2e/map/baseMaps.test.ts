/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { closePopup } from "../../browser/closePopup.ts";
import { signIn } from "../../browser/signIn.ts";
import { startTileServer } from "../../live/harness/startTileServer.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { startServer } from "../../process/serverProcess.ts";

const key = "0123456789abcdef0123456789abcdef";

const test = base
  .extend("tiles", { scope: "file" }, async ({}, { onCleanup }) => {
    const tiles = await startTileServer([105.46, 39.92]);
    onCleanup(tiles.close);
    return tiles;
  })
  .extend("server", { scope: "file" }, async ({ tiles }, { onCleanup }) => {
    const data = createDemoFolder();
    const ownMap = {
      id: "own",
      name: "自建",
      kind: "xyz",
      urls: [`${tiles.origin}/{z}/{x}/{y}.png`],
      crs: "EPSG:3857",
      attribution: "本单位自建影像",
    };
    const env = {
      FLEET: "2",
      BASEMAPS: JSON.stringify([ownMap]),
      TIANDITU_KEY: key,
      TIANDITU_HOST: tiles.origin,
    };
    const server = await startServer({ dataDir: data.path, env });
    onCleanup(async () => {
      await server.stop();
      data[Symbol.dispose]();
    });
    return server;
  });

/** Opens the live map with the duty role and selects a base map. */
async function selectBaseMap(page: Page, name: string) {
  await signIn(page, "duty", "/page/page");
  await page.getByText("实时 · 平滑显示").waitFor();
  await page.getByRole("button", { name: "图层" }).click();
  const choice = page.getByRole("radio", { name });
  await choice.check();
  await closePopup(page, choice);
}

describe("configured base maps on the live map", () => {
  test("are listed in the layers menu and show their own attribution", async ({ page, tiles }) => {
    await selectBaseMap(page, "自建");
    await page.getByText("本单位自建影像").waitFor();
    await expect.poll(() => tiles.requests.some((url) => /^\/\d+\/\d+\/\d+\.png$/.test(url))).toBe(true);
    await page.getByText(/审图号：GS\(2024\)0650号/).waitFor({ state: "detached" });
  });

  test("stay chosen after a reload, and stand in the address", async ({ page }) => {
    await selectBaseMap(page, "自建");
    await page.getByText("本单位自建影像").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("base")).toBe("own");
    await page.goto("/page/page");
    await page.getByText("本单位自建影像").waitFor();
    // A link shows what its sender saw, and chooses nothing for good.
    await page.goto("/page/page?base=embedded");
    await page.getByText("实时 · 平滑显示").waitFor();
    await page.getByText(/审图号：GS\(2024\)0650号/).waitFor();
    await page.goto("/page/page");
    await page.getByText("本单位自建影像").waitFor();
  });

  test("fall back to the embedded map with a message while their server fails, and return by themselves", async ({
    page,
    tiles,
    consoleErrors,
  }) => {
    consoleErrors.allow(/500/);
    tiles.setHealthy(false);
    await selectBaseMap(page, "自建");
    await page.getByText("底图“自建”无法读取，暂用内置底图，恢复后自动切回").waitFor();
    await page.getByText(/审图号：GS\(2024\)0650号/).waitFor();
    tiles.setHealthy(true);
    await page.getByText("底图“自建”无法读取").waitFor({ state: "detached" });
    await page.getByText("本单位自建影像").waitFor();
  });

  test("of Tianditu are proxied by the server, so the key never reaches the browser", async ({
    page,
    tiles,
  }) => {
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await selectBaseMap(page, "天地图 影像");
    await page.getByText("天地图 国家地理信息公共服务平台").waitFor();
    await expect
      .poll(() =>
        ["img", "cia"].every((layer) => tiles.requests.some((url) => url.includes(`LAYER=${layer}&`))),
      )
      .toBe(true);
    expect(
      tiles.requests.filter((url) => url.includes("wmts")).every((url) => url.endsWith(`tk=${key}`)),
    ).toBe(true);
    await expect.poll(() => urls.filter((url) => url.includes("/map/tianditu/")).length).toBeGreaterThan(3);
    expect(urls.join()).not.toContain(key);
  });
});
