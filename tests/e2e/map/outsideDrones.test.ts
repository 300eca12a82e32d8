/** @module-tag full */

import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { postTelemetry } from "../../../demo/device/postTelemetry.ts";
import { demoDevice } from "../../../server/modules/accessKey/demoKey.ts";
import { test as base } from "../../browser/browserTest.ts";
import { closePopup } from "../../browser/closePopup.ts";
import { signIn } from "../../browser/signIn.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { startServer } from "../../process/serverProcess.ts";

/** A flight of ten minutes over Sydney, where no view of China reaches. */
const sydneyGpx = `<?xml version="1.0"?><gpx version="1.1"><trk><name>x</name><trkseg>${Array.from(
  { length: 600 },
  (_, second) =>
    `<trkpt lon="151.2" lat="${(-33.87 + second * 5e-5).toFixed(6)}"><ele>90</ele><time>${new Date(
      Date.UTC(2026, 2, 2, 2, 0, second),
    ).toISOString()}</time></trkpt>`,
).join("")}</trkseg></trk></gpx>`;

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const data = createDemoFolder();
  const file = path.join(data.path, "sydney.gpx");
  writeFileSync(file, sydneyGpx);
  const server = await startServer({ dataDir: data.path, env: { FLEET: "0", REPLAY: file } });
  // Each is alone where it flies, however long the page takes.
  const { accessKey, secret, droneSn } = demoDevice;
  const place = { lat: 306_700_000, lon: 1_040_600_000, hRel: 60, vH: 8, phase: "mission" } as const;
  await postTelemetry({ url: server.url, accessKey, secret }, [
    { droneSn, seq: 1, tSrc: Date.now(), ...place },
  ]);
  onCleanup(async () => {
    await server.stop();
    data[Symbol.dispose]();
  });
  return server;
});

/** Longitude and latitude of the map's centre, from its context menu. */
async function readCentre(page: Page): Promise<readonly [number, number]> {
  // In its middle, where it is by then.
  await page.getByRole("application").click({ button: "right" });
  const item = page.getByRole("menuitem", { name: /^-?\d+\.\d{6}, -?\d+\.\d{6}$/ });
  const [lng = 0, lat = 0] = ((await item.textContent()) ?? "").split(", ").map(Number);
  await closePopup(page, item);
  return [lng, lat];
}

test("a flight abroad has a notice on the map, which leads there and back", async ({ page }) => {
  await signIn(page, "duty", "/page/page");
  const notice = page.getByText("另有 1 架在视野外");
  await notice.waitFor();
  await page.getByRole("button", { name: "飞到那里" }).click();
  await notice.waitFor({ state: "detached" });
  await page.getByText("内置底图只画中国及周边").waitFor();
  await expect.poll(async () => (await readCentre(page))[0]).toBeCloseTo(151.2, 1);
  expect((await readCentre(page))[1]).toBeLessThan(-33);
  await page.getByRole("button", { name: "显示全部" }).click();
  await notice.waitFor();
  const isInChina = ([lng, lat]: readonly [number, number]) => lng > 73 && lng < 136 && lat > 3 && lat < 54;
  // The map flies there.
  await expect.poll(async () => isInChina(await readCentre(page))).toBe(true);
});

test("where the embedded base map ends, the map shows how to add another one", async ({ page }) => {
  await signIn(page, "duty", "/page/page");
  await page.getByText("实时 · 平滑显示").waitFor();
  const hint = page.getByText("内置底图到 9 级为止");
  for (let press = 0; press < 6; press++) await page.getByRole("button", { name: "放大" }).click();
  await hint.waitFor();
  await page.getByRole("button", { name: "添加底图" }).click();
  await closePopup(page, page.getByText("TIANDITU_KEY"));
  await page.getByRole("button", { name: "不再提示底图" }).click();
  await hint.waitFor({ state: "detached" });
});
