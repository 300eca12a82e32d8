import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import { consoleRoles } from "./roles.ts";

const adminRoles = ["admin"] as const;

/** A role, and whether it may export what it may list. */
export const roleRight = z.object({
  role: z.enum(consoleRoles),
  mayExport: z.boolean(),
  people: z.int(),
});

/** Rights that an admin gives to roles. */
export const roleRightCalls = defineCalls({
  roleRightList: {
    host: "api",
    method: "GET",
    path: "/x/role/list",
    summary: "导出权限",
    access: adminRoles,
    data: wholeList(roleRight),
  },
  roleRightSave: {
    host: "api",
    method: "POST",
    path: "/x/role/save",
    summary: "设置角色的导出权限",
    access: adminRoles,
    audit: "role",
    body: z.strictObject({
      role: z.enum(consoleRoles),
      mayExport: z.boolean(),
      requestId: f.requestId,
    }),
    data: z.pick(roleRight, { role: true, mayExport: true }),
  },
});
