import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import {
  type listLayoutCalls,
  maxColleagueLayouts,
  maxOwnLayouts,
} from "../../../adapters/contract/listLayout.ts";
import type { Handlers } from "../../call.ts";
import { listLayouts } from "../../db/schema/listLayout.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";

/** Layouts that a person may have of all lists. */
const maxLayoutsOfOne = 400;

export const listLayoutHandlers: Handlers<typeof listLayoutCalls> = {
  listLayoutList: async ({ params: { list } }, { db, actor }) => {
    const { id, name, columns, isShared, staffId } = listLayouts;
    const layouts = db
      .select({ id, name, columns, isShared, staffName: staff.name })
      .from(listLayouts)
      .innerJoin(staff, eq(staff.id, staffId));
    const own = await layouts
      .where(and(eq(listLayouts.list, list), eq(staffId, actor.id)))
      .orderBy(asc(name))
      .limit(maxOwnLayouts);
    const shared = await db
      .select({ id, name, columns, isShared, staffName: staff.name })
      .from(listLayouts)
      .innerJoin(staff, eq(staff.id, staffId))
      .where(
        and(
          eq(listLayouts.list, list),
          ne(staffId, actor.id),
          eq(isShared, true),
          // Those of who has left go with them.
          isNull(staff.deletedAt),
        ),
      )
      .orderBy(desc(listLayouts.savedAt), desc(id))
      .limit(maxColleagueLayouts);
    const toLayouts = (rows: typeof own, isOwn: boolean) =>
      rows.map((row) => ({ ...row, columns: [...row.columns], isOwn }));
    return [...toLayouts(own, true), ...toLayouts(shared, false)];
  },
  listLayoutSave: async ({ params: { list }, body }, { db, actor, now, newId }) => {
    const isOwn = and(eq(listLayouts.list, list), eq(listLayouts.staffId, actor.id));
    const others = await db.$count(listLayouts, and(isOwn, ne(listLayouts.name, body.name)));
    if (others >= maxOwnLayouts)
      throw new RefusalError(`每个列表最多保存 ${maxOwnLayouts} 个布局，请先删除不用的`);
    if ((await db.$count(listLayouts, eq(listLayouts.staffId, actor.id))) >= maxLayoutsOfOne)
      throw new RefusalError("保存的布局过多，请先在各列表中删除不用的");
    const [saved] = await db
      .insert(listLayouts)
      .values({ id: newId(), staffId: actor.id, list, savedAt: now, ...body })
      .onConflictDoUpdate({
        target: [listLayouts.list, listLayouts.staffId, listLayouts.name],
        set: { columns: body.columns, isShared: body.isShared, savedAt: now },
      })
      .returning({ id: listLayouts.id });
    if (!saved) throw new Error("an upsert returns its row");
    return saved;
  },
  listLayoutDelete: async ({ params: { id } }, { db, actor }) => {
    await db.delete(listLayouts).where(and(eq(listLayouts.id, id), eq(listLayouts.staffId, actor.id)));
    return null;
  },
};
