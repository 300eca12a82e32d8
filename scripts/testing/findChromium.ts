import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

/** Chromium without a window, which saves a third of the work of every test. */
const headlessBinary = "chromium-headless-shell";
const headedBinaries = ["chromium", "chromium-browser", "google-chrome"];

/**
 * Finds the browser for the tests: CHROMIUM_PATH, the lightest installed one, or Debian's, which it installs, also where
 * only one with a window is there. `HEADED=1` selects one with a window.
 */
export function findChromium(): string {
  const override = process.env["CHROMIUM_PATH"];
  if (override) return override;
  const isHeaded = process.env["HEADED"] === "1";
  const candidates = isHeaded ? headedBinaries : [headlessBinary, ...headedBinaries];
  const findInstalled = () => candidates.map((name) => `/usr/bin/${name}`).find((file) => existsSync(file));
  const isReady = isHeaded ? findInstalled() !== undefined : existsSync(`/usr/bin/${headlessBinary}`);
  const missing = isReady ? [] : candidates.slice(0, 1);
  if (!hasChineseFont()) missing.push("fonts-noto-cjk");
  if (missing.length > 0)
    try {
      aptInstall(missing, "Install Chromium and name it in CHROMIUM_PATH.");
    } catch (error) {
      // A Chromium with a window takes longer, but works.
      if (missing.includes("fonts-noto-cjk") || !findInstalled()) throw error;
      console.log(`${error instanceof Error ? error.message : String(error)} Using ${findInstalled()}.`);
    }
  const found = findInstalled();
  if (!found) throw new Error("There is no Chromium: install it and name it in CHROMIUM_PATH.");
  return found;
}

function hasChineseFont(): boolean {
  return (spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" }).stdout ?? "").trim() !== "";
}
