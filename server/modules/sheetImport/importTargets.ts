import type { ImportKind } from "../../../adapters/contract/sheetImport.ts";
import type { Db } from "../../db/handle.ts";
import { createCompanyTarget, createUserTarget } from "./accountTargets.ts";
import { createBoxTarget, createDroneTarget, createHangarTarget } from "./deviceTargets.ts";
import type { ImportTarget } from "./importTarget.ts";

/** How each kind is imported, with the choices that exist now. */
export const createTarget: Readonly<Record<ImportKind, (db: Db) => Promise<ImportTarget>>> = {
  company: createCompanyTarget,
  user: createUserTarget,
  box: createBoxTarget,
  drone: createDroneTarget,
  hangar: createHangarTarget,
};
