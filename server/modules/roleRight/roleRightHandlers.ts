import { and, arrayContains, eq, isNull } from "drizzle-orm";
import type { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { consoleRoles, roleLabels } from "../../../adapters/contract/roles.ts";
import type { Handlers } from "../../call.ts";
import { roleRights } from "../../db/schema/roleRight.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { diffFields } from "../../records/diffFields.ts";
import { abortForbiddenExports } from "../exportJob/abortForbiddenExports.ts";

export const roleRightHandlers: Handlers<typeof roleRightCalls> = {
  roleRightList: async (_input, { db }) => {
    const rights = new Map(
      (await db.select().from(roleRights)).map((right) => [right.role, right.mayExport]),
    );
    const people = await db.select({ roles: staff.roles }).from(staff).where(isNull(staff.deletedAt));
    return consoleRoles.map((role) => ({
      role,
      mayExport: rights.get(role) ?? true,
      people: people.filter(({ roles }) => roles.includes(role)).length,
    }));
  },
  roleRightSave: async ({ body: { role, mayExport } }, call) => {
    const { db, now } = call;
    if (role === "admin") throw new RefusalError(`${roleLabels.admin}的权限不能修改`);
    const [before] = await db.select().from(roleRights).where(eq(roleRights.role, role)).for("update");
    await db
      .insert(roleRights)
      .values({ role, mayExport, updatedAt: now })
      .onConflictDoUpdate({ target: roleRights.role, set: { mayExport, updatedAt: now } });
    call.audit({
      entityId: null,
      ...diffFields({ role: "", mayExport: before?.mayExport ?? true }, { role, mayExport }),
    });
    const people = await db
      .select()
      .from(staff)
      .where(and(arrayContains(staff.roles, [role]), isNull(staff.deletedAt)));
    for (const { id } of people) call.publish("staff.changed", { staffId: id });
    call.afterCommit(async () => {
      for (const account of people) await abortForbiddenExports(call, account);
    });
    return { role, mayExport };
  },
};
