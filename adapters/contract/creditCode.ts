import * as z from "zod/mini";
import { isCreditCode } from "./creditCodeCheck.ts";
import { normalizeOfficialNumber } from "./identity.ts";

/** Unified social credit code in capitals. */
export const creditCode = z
  .string()
  .check(
    z.overwrite(normalizeOfficialNumber),
    z.refine(isCreditCode, "统一社会信用代码不正确，请核对 18 位代码"),
  );
