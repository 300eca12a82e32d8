import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

const candidates = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"];

/** Finds nginx for the tests: NGINX_PATH, an installed one, or Debian's, which it installs. */
export function findNginx(): string {
  const override = process.env["NGINX_PATH"];
  if (override) return override;
  const findInstalled = () => candidates.find((file) => existsSync(file));
  if (!findInstalled()) {
    aptInstall(["nginx-light"], "Install nginx and name it in NGINX_PATH.");
    // Debian starts what it installs; the tests start their own.
    spawnSync("service", ["nginx", "stop"]);
  }
  const found = findInstalled();
  if (!found) throw new Error("There is no nginx: install it and name it in NGINX_PATH.");
  return found;
}
