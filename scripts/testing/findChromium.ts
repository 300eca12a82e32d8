import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

/** Chromium without windows, which draws no frame around a page: a third less work for every test. */
const headlessBinary = "chromium-headless-shell";
const headedBinaries = ["chromium", "chromium-browser", "google-chrome"];

/**
 * The browser for the tests: the one that CHROMIUM_PATH names, the lightest that is there, or Debian's; one that has
 * windows where `HEADED=1` asks to see them.
 */
export function findChromium(): string {
  const override = process.env["CHROMIUM_PATH"];
  if (override) return override;
  const candidates = process.env["HEADED"] === "1" ? headedBinaries : [headlessBinary, ...headedBinaries];
  const findInstalled = () => candidates.map((name) => `/usr/bin/${name}`).find((file) => existsSync(file));
  const missing = findInstalled() ? [] : candidates.slice(0, 1);
  if (!hasChineseFont()) missing.push("fonts-noto-cjk");
  if (missing.length > 0) aptInstall(missing, "Install Chromium and name it in CHROMIUM_PATH.");
  const found = findInstalled();
  if (!found) throw new Error("There is no Chromium: install it and name it in CHROMIUM_PATH.");
  return found;
}

function hasChineseFont(): boolean {
  return (spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" }).stdout ?? "").trim() !== "";
}
