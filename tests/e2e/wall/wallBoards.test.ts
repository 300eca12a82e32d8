/** @module-tag full */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { createScreen } from "./createScreen.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

/** The board of flights, read in one step: its rows, what it says is not shown, and the room left below, in rows. */
const readBoard = (wall: Page) =>
  wall.locator("table[data-board=tasks]").evaluate((table) => {
    const rest = table.nextElementSibling;
    const lineHeight = table.querySelector("tbody tr")?.getBoundingClientRect().height ?? 0;
    const bottom = (rest ?? table).getBoundingClientRect().bottom;
    const room = (table.parentElement?.getBoundingClientRect().bottom ?? 0) - bottom;
    return {
      rows: table.querySelectorAll("tbody tr").length,
      rest: Number(/\d+/.exec(rest?.textContent ?? "")?.[0] ?? 0),
      lines: room / lineHeight,
    };
  });

test("the board of flights fills the screen and says how many it does not show", async ({
  openPage,
  server,
}) => {
  const token = await createScreen(server.url, "tasks");
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await wall.goto(`${server.url}/wall#${token}`);
  await wall.getByText(/^还有 \d+ 个任务$/).waitFor();
  const isFilled = async () => {
    const { rows, rest, lines } = await readBoard(wall);
    // But for parts of pixels.
    return rows > 1 && rest > 0 && lines > -0.02 && lines < 1.02;
  };
  await expect.poll(isFilled).toBe(true);
  const high = await readBoard(wall);
  await saveScreenshot(wall, "wall tasks");

  // The others come in turns.
  const page = wall.getByText(/^第 \d+\/\d+ 页$/);
  const first = await page.textContent();
  await expect.poll(() => page.textContent()).not.toBe(first);
  expect(await isFilled()).toBe(true);

  // A banner of two lines leaves less room.
  await wall.route("**/wall/graphql", async (route) => {
    const response = await route.fetch();
    const reasons = ["outOfRange", "otherPlace"].map((reason) => ({ reason, field: null, count: 12_345 }));
    const refused = { count: 24_690, sns: ["SN1"], reasons };
    const text = (await response.text()).replace(
      /"refusedDrones":(?:null|\{.*?\]\})/,
      `"refusedDrones":${JSON.stringify(refused)}`,
    );
    await route.fulfill({ response, body: text });
  });
  await wall.getByRole("alert").waitFor();
  await expect.poll(async () => (await readBoard(wall)).rows).toBeLessThan(high.rows);
  await expect.poll(isFilled).toBe(true);
});

test("the overview shows the country with the fleet, alarms by place, who is on duty, and the day", async ({
  openPage,
  server,
}) => {
  // A screen of another layout: the address goes before it.
  const token = await createScreen(server.url, "map");
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await wall.goto(`${server.url}/wall/overview#${token}`);
  for (const screen of [
    { width: 1920, height: 1080 },
    { width: 3840, height: 1080 },
    { width: 1080, height: 1920 },
  ]) {
    await wall.setViewportSize(screen);
    const map = wall.getByRole("region", { name: "地图" });
    await map.locator("canvas").first().waitFor();
    await wall.getByText("值班", { exact: true }).waitFor();
    await wall.getByText("航线飞行", { exact: true }).waitFor();
    await wall.getByRole("columnheader", { name: "告警位置" }).or(wall.getByText("当前没有告警")).waitFor();
    const strip = wall.getByRole("img", { name: /^近 24 小时架次/ });
    await waitForStable(map);
    const [above, below] = [await map.boundingBox(), await strip.boundingBox()];
    // The country is about as wide as high.
    expect(above?.height).toBeGreaterThan(0.28 * screen.height);
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(screen.height);
    expect((below?.width ?? 0) / screen.width).toBeGreaterThan(0.9);
    await saveScreenshot(wall, `wall overview ${screen.width}`);
  }
});

test("the overview cuts no number off, however long", async ({ openPage, server }) => {
  const token = await createScreen(server.url, "overview");
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await wall.route("**/wall/graphql", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/"distanceTodayM":[^,}]+/, '"distanceTodayM":1234567000');
    await route.fulfill({ response, body: text });
  });
  await wall.goto(`${server.url}/wall#${token}`);
  const figure = wall.locator("dd").filter({ hasText: /^1234567$/ });
  await figure.waitFor();
  const cut = await wall
    .locator("dd")
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
  await saveScreenshot(wall, "wall overview");
});
