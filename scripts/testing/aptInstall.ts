import { spawnSync } from "node:child_process";

/** LibreOffice, the largest, takes two minutes. */
const installTimeoutMs = 900_000;

/**
 * Updates the package lists and installs Debian packages.
 * @throws if that fails; the message includes `hint`, which explains what to install by hand
 */
export function aptInstall(packages: readonly string[], hint: string): void {
  console.log(`Installing ${packages.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { status, stderr, error } = spawnSync("apt-get", ["-qq", ...args], {
      env,
      encoding: "utf8",
      timeout: installTimeoutMs,
    });
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim();
      throw new Error(`${packages.join(", ")} could not be installed (${reason}). ${hint}`);
    }
  }
}
