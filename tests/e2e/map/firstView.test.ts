import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { closePopup } from "../../browser/closePopup.ts";
import { signIn } from "../../browser/signIn.ts";
import { boxAround, readScreen } from "../../live/harness/readScreen.ts";
import { green } from "./droneLayer.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

test("the initial live view is an OpenLayers map centred on 39.92 N 105.46 E (R-234)", async ({ page }) => {
  await signIn(page, "duty", "/page/page");
  const map = page.getByRole("application");
  await map.locator(".ol-viewport").waitFor();
  await page.getByText("实时 · 平滑显示").waitFor();
  const coordinates = page.getByRole("menuitem", { name: /^\d+\.\d{6}, \d+\.\d{6}$/ });
  const readCentre = async () => {
    await map.click({ button: "right" });
    const [lon = 0, lat = 0] = ((await coordinates.textContent()) ?? "").split(", ").map(Number);
    await closePopup(page, coordinates.locator(".."));
    return Math.max(Math.abs(lon - 105.46), Math.abs(lat - 39.92));
  };
  // A pixel is 0.09 degrees of longitude at zoom 4, and the centre may lie between two pixels.
  // What is loaded late moves the map, until it rests.
  await expect.poll(readCentre).toBeLessThan(0.1);
});

test("a followed task is drawn in the middle of the live map, where a click opens it (R-292)", {
  tags: "full",
}, async ({ page }) => {
  await signIn(page, "duty", "/page/page");
  const map = page.getByRole("application");
  const tasks = page.getByRole("region", { name: "任务列表" }).getByRole("listitem");
  await tasks.filter({ hasText: "航线飞行" }).first().getByRole("button").click();
  const panel = page.getByRole("region", { name: /^任务 / });
  const opened = await panel.getAttribute("aria-label");
  await page.getByRole("button", { name: "跟随选中的无人机" }).click();
  // The map moves until the drone is in the middle of what the panel leaves.
  const countGreen = async () => {
    const box = await map.boundingBox();
    if (!box) throw new Error("no map");
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    return (await readScreen(page)).countPixels(boxAround(middle, 6), green);
  };
  await expect.poll(countGreen).toBeGreaterThan(40);
  await panel.getByRole("button", { name: "关闭任务" }).click();
  await panel.waitFor({ state: "detached" });
  // In its middle, where it is without the panel.
  await map.click();
  await panel.waitFor();
  expect(await panel.getAttribute("aria-label")).toBe(opened);
});
