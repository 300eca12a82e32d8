/** @module-tag full */

import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { startTileServer } from "../../live/harness/startTileServer.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { startServer } from "../../process/serverProcess.ts";
import { createScreen } from "./createScreen.ts";

const key = "0123456789abcdef0123456789abcdef";

const test = base
  .extend("tiles", { scope: "file" }, async ({}, { onCleanup }) => {
    const tiles = await startTileServer([105.46, 39.92], true);
    onCleanup(tiles.close);
    return tiles;
  })
  .extend("server", { scope: "file" }, async ({ tiles }, { onCleanup }) => {
    const data = createDemoFolder();
    const env = { FLEET: "2", TIANDITU_KEY: key, TIANDITU_HOST: tiles.origin };
    const server = await startServer({ dataDir: data.path, env });
    onCleanup(async () => {
      await server.stop();
      data[Symbol.dispose]();
    });
    return server;
  });

test("a screen draws the embedded map while Tianditu fails, and that as soon as it answers", async ({
  openPage,
  server,
  tiles,
  consoleErrors,
}) => {
  consoleErrors.allow(/50[02]/);
  const token = await createScreen(server.url, "map");
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  const urls: string[] = [];
  wall.on("request", (request) => urls.push(request.url()));
  await wall.goto(`${server.url}/wall#${token}`);
  const map = wall.getByRole("region", { name: "地图" });
  await map.getByText(/审图号：GS\(2024\)0650号/).waitFor();
  tiles.setHealthy(true);
  await map.getByText("天地图 国家地理信息公共服务平台").waitFor();
  await saveScreenshot(wall, "wall tianditu");
  for (const layer of ["vec", "cva"])
    expect(tiles.requests.some((url) => url.includes(`LAYER=${layer}&`) && url.endsWith(`tk=${key}`))).toBe(
      true,
    );
  expect(urls.join()).not.toContain(key);
});
