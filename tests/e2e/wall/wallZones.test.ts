/** @module-tag full */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { loginClient } from "../../process/apiClient.ts";
import { createScreen } from "./createScreen.ts";
import { countNear } from "./pictureChecks.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

/** As large as a zone may be: it can be seen on a map of the whole country. */
const shape = {
  type: "Polygon",
  coordinates: [
    [
      [82, 39],
      [87, 39],
      [87, 43],
      [82, 43],
      [82, 39],
    ],
  ],
};
const zone = { name: "大屏禁飞区", kind: "noFly", shape, floor: 0, ceiling: 120, datum: "agl", weekly: [] };

/** Pixels of the map in the grey of zones without an alarm. */
async function countZonePixels(wall: Page): Promise<number> {
  const picture = await wall.getByRole("region", { name: "地图" }).screenshot();
  return countNear(wall, picture.toString("base64"), [134, 142, 150]);
}

test("the map has the zones, in grey, after a failure and as soon as they change", async ({
  openPage,
  server,
}) => {
  const token = await createScreen(server.url, "map");
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  // A screen that nobody touches reads again by itself.
  const calls = "**/wall/api/controlZone/**";
  await wall.route(calls, (route) => route.fulfill({ status: 500 }), { times: 1 });
  const read = wall.waitForResponse(
    (answer) => answer.url().includes("/wall/api/controlZone/") && answer.ok(),
  );
  await wall.goto(`${server.url}/wall#${token}`);
  await read;
  await wall.getByText("在空").waitFor();
  let before = 0;
  const isDrawn = async () => {
    const last = before;
    before = await countZonePixels(wall);
    return before > 0 && before === last;
  };
  await expect.poll(isDrawn, { interval: 500 }).toBe(true);
  // Logged in only now: the helper's login would end this session.
  const maintainer = await loginClient(server.url, demoAccounts.maintainer);
  const saved = await maintainer.call("POST", "/x/zone/save", { requestId: "zone-wall", ...zone });
  expect(saved.state).toBe(0);
  await expect.poll(async () => (await countZonePixels(wall)) - before).toBeGreaterThan(200);
  await saveScreenshot(wall, "wall zones");
});
