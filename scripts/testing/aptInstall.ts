import { spawnSync } from "node:child_process";

/**
 * Installs Debian packages, once the lists are up to date.
 * @throws where that is impossible, with the words that tell what to do by hand
 */
export function aptInstall(packages: readonly string[], hint: string): void {
  console.log(`Installing ${packages.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { status, stderr, error } = spawnSync("apt-get", ["-qq", ...args], { env, encoding: "utf8" });
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim();
      throw new Error(`${packages.join(", ")} could not be installed (${reason}). ${hint}`);
    }
  }
}
