import { chromium } from "playwright-core";

/** Root cannot use the sandbox. The rest turns off Chromium's own network traffic. */
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
 * @param extraArgs switches in addition to the default ones
 */
export function launchChromium(extraArgs: readonly string[] = []) {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return chromium.launch({
    executablePath,
    args: [...defaultArgs, ...extraArgs],
    headless: process.env["HEADED"] !== "1",
    // Without a UTF-8 locale Chromium renames every file with a Chinese name to `download`.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}
