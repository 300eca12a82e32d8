import { existsSync } from "node:fs";
import { aptInstall } from "./aptInstall.ts";

const installed = ["/usr/bin/soffice", "/usr/bin/libreoffice", "/usr/local/bin/soffice"];

/** LibreOffice for the tests: the one that SOFFICE_PATH names, one that is there, or Debian's without a screen. */
export function findOffice(): string {
  const named = process.env["SOFFICE_PATH"];
  if (named) return named;
  const present = () => installed.find((file) => existsSync(file));
  if (!present()) aptInstall(["libreoffice-calc-nogui"], "Install LibreOffice and name it in SOFFICE_PATH.");
  const found = present();
  if (!found) throw new Error("There is no LibreOffice: install it and name it in SOFFICE_PATH.");
  return found;
}
