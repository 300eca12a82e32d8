import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

const candidates = ["/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice"];

/** LibreOffice for the tests: the one that SOFFICE_PATH names, one that is there, or Debian's without a screen. */
export function findLibreOffice(): string {
  const override = process.env["SOFFICE_PATH"];
  if (override) return override;
  const findInstalled = () => candidates.find((file) => existsSync(file));
  if (!findInstalled())
    aptInstall(["libreoffice-calc-nogui"], "Install LibreOffice and name it in SOFFICE_PATH.");
  const found = findInstalled();
  if (!found) throw new Error("There is no LibreOffice: install it and name it in SOFFICE_PATH.");
  return found;
}
