import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

/** The first is Chromium without windows, which draws no frame around a page: a third less work for every test. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** The browser for the tests: the one that CHROMIUM_PATH names, the lightest that is there, or Debian's. */
export function findChromium(): string {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return named;
  const missing = [];
  if (!installed.some((file) => existsSync(file))) missing.push("chromium-headless-shell");
  if (!hasChineseFont()) missing.push("fonts-noto-cjk");
  if (missing.length > 0) aptInstall(missing, "Install Chromium and name it in CHROMIUM_PATH.");
  const found = installed.find((file) => existsSync(file));
  if (!found) throw new Error("There is no Chromium: install it and name it in CHROMIUM_PATH.");
  return found;
}

function hasChineseFont(): boolean {
  return (spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" }).stdout ?? "").trim() !== "";
}
