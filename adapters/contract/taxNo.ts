import * as z from "zod/mini";
import { isCreditCode } from "./creditCodeCheck.ts";
import { normalizeOfficialNumber } from "./identity.ts";

/** A credit code of 18 characters with a correct check character, or an older number of 15 or 20. */
const isTaxNo = (value: string) =>
  value.length === 18 ? isCreditCode(value) : /^([0-9A-Z]{15}|[0-9A-Z]{20})$/.test(value);

/** A buyer's tax number; empty for none. */
export const taxNo = z.string().check(
  z.overwrite(normalizeOfficialNumber),
  z.refine(
    (value) => value === "" || isTaxNo(value),
    "税号不正确，应为 18 位统一社会信用代码，或 15、20 位纳税人识别号",
  ),
);
