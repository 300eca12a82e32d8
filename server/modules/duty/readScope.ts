import { and, inArray, isNull, ne } from "drizzle-orm";
import type * as z from "zod/mini";
import { type DutyScope, type dutyScopeChoice, wholeScope } from "../../../adapters/contract/dutyScope.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { regions } from "../../db/schema/region.ts";
import { RefusalError } from "../../errors.ts";

/** What a desk is to watch, with names; refuses a choice of nothing, and of what does not exist. */
export async function readScope(db: Db, { by, ids }: z.output<typeof dutyScopeChoice>): Promise<DutyScope> {
  if (by === "all") return wholeScope;
  const what = by === "company" ? word.company : word.region;
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw new RefusalError(`请选择要值守的${what}`);
  const found =
    by === "company"
      ? await db
          .select({ id: companies.id, name: companies.name })
          .from(companies)
          .where(and(inArray(companies.id, wanted), isNull(companies.deletedAt)))
      : await db
          .select({ id: regions.id, name: regions.fullName })
          .from(regions)
          .where(and(inArray(regions.id, wanted), ne(regions.level, "country")));
  if (found.length < wanted.length) throw new RefusalError(`选择的${what}不存在，请重新选择`);
  return { by, items: wanted.flatMap((id) => found.filter((one) => one.id === id)) };
}
