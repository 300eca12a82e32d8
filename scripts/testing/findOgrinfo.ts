import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

const candidates = ["/usr/bin/ogrinfo", "/usr/local/bin/ogrinfo", "/opt/homebrew/bin/ogrinfo"];

/** Finds GDAL's ogrinfo for the tests: OGRINFO_PATH, an installed one, or Debian's, which it installs. */
export function findOgrinfo(): string {
  const override = process.env["OGRINFO_PATH"];
  if (override) return override;
  const findInstalled = () => candidates.find((file) => existsSync(file));
  if (!findInstalled()) aptInstall(["gdal-bin"], "Install GDAL and name its ogrinfo in OGRINFO_PATH.");
  const found = findInstalled();
  if (!found) throw new Error("There is no ogrinfo: install GDAL and name it in OGRINFO_PATH.");
  return found;
}
