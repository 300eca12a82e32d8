import sharp from "sharp";
import { buildConsole, buildServer } from "../../scripts/setup/builds.mjs";
import { root } from "../../scripts/setup/root.mjs";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { launchChromium } from "./launchChromium.ts";
import { signIn } from "./signIn.ts";
import { waitForRest } from "./waitForRest.ts";

// Takes the README's screenshot: the company list as an operator sees it.
buildConsole();
buildServer();
using data = createTemporaryFolder("screenshot");
await using server = await startServer({ dataDir: data.path });
const browser = await launchChromium();
const viewport = { width: 1440, height: 900 };
const context = await browser.newContext({
  baseURL: server.url,
  viewport,
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
});
const page = await context.newPage();
await signIn(page, "operator");
await page.goto("/account/accountList");
await page.getByRole("cell").first().waitFor();
await waitForRest(page);
// A palette suffices for flat colours and takes a third of the bytes.
await sharp(await page.screenshot())
  .png({ palette: true })
  .toFile(`${root}/docs/screenshot.png`);
await browser.close();
await server.stop();
