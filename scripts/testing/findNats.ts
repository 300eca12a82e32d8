import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

const candidates = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/opt/homebrew/bin/nats-server"];

/** Finds the NATS server for the tests: NATS_SERVER_PATH, an installed one, or Debian's, which it installs. */
export function findNats(): string {
  const override = process.env["NATS_SERVER_PATH"];
  if (override) return override;
  const findInstalled = () => candidates.find((file) => existsSync(file));
  if (!findInstalled()) {
    aptInstall(["nats-server"], "Install nats-server and name it in NATS_SERVER_PATH.");
    // Debian starts what it installs; the tests start their own.
    spawnSync("service", ["nats-server", "stop"]);
  }
  const found = findInstalled();
  if (!found) throw new Error("There is no nats-server: install it and name it in NATS_SERVER_PATH.");
  return found;
}
