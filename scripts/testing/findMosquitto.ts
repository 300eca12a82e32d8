import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

const candidates = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"];

/** Finds the MQTT broker for the tests: MOSQUITTO_PATH, an installed one, or Debian's, which it installs. */
export function findMosquitto(): string {
  const override = process.env["MOSQUITTO_PATH"];
  if (override) return override;
  const findInstalled = () => candidates.find((file) => existsSync(file));
  const missing = findInstalled() ? [] : ["mosquitto"];
  // Makes the certificates.
  if (spawnSync("openssl", ["version"]).status !== 0) missing.push("openssl");
  if (missing.length > 0) aptInstall(missing, "Install Mosquitto and name it in MOSQUITTO_PATH.");
  // Debian starts what it installs; the tests start their own.
  if (missing.includes("mosquitto")) spawnSync("service", ["mosquitto", "stop"]);
  const found = findInstalled();
  if (!found) throw new Error("There is no Mosquitto: install it and name it in MOSQUITTO_PATH.");
  return found;
}
