import { asc, eq } from "drizzle-orm";
import type { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import { enumerations } from "../../../adapters/contract/enumerations.ts";
import { auditActions } from "../../audit/auditActions.ts";
import type { Handlers } from "../../call.ts";
import { dictionaryEntries } from "../../db/schema/dictionary.ts";
import { RefusalError } from "../../errors.ts";

export const dictionaryHandlers: Handlers<typeof dictionaryCalls> = {
  sysDictQuery: async ({ params }, { db }) => {
    const enumeration = [...enumerations, auditActions].find(({ key }) => key === params.key);
    if (enumeration) return [...enumeration.options];
    const entries = await db
      .select()
      .from(dictionaryEntries)
      .where(eq(dictionaryEntries.key, params.key))
      .orderBy(asc(dictionaryEntries.sort), asc(dictionaryEntries.value));
    if (entries.length === 0) throw new RefusalError("未知的数据字典");
    return entries.map(({ value, label, color, sort }) => ({
      value,
      label,
      sort,
      ...(color ? { color } : {}),
    }));
  },
};
