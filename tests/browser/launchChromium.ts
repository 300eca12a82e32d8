import { chromium } from "playwright-core";

/** Root has no sandbox, and the network is closed: everything Chromium would do by itself is off. */
const defaultArgs = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The machine's Chromium, headless; `HEADED=1` shows it.
 * @param extraArgs switches that a test needs beside those that all have
 */
export function launchChromium(extraArgs: readonly string[] = []) {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({
    executablePath,
    args: [...defaultArgs, ...extraArgs],
    headless: process.env["HEADED"] !== "1",
    // Without a locale Chromium calls every file of a Chinese name `download`.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}
