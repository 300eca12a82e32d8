import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import { consoleRoles } from "./roles.ts";
import { versionRequiredOnUpdate } from "./saveBody.ts";

const adminRoles = ["admin"] as const;
/** Rights, each the path of a call. There are not as many calls. */
const rightList = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500));

/** A role as it is: one of the contract's, or one's own that is based on one of these. */
export const roleRow = z.object({
  /** Null for the admin, whose rights are fixed. */
  id: z.nullable(f.id),
  version: f.version,
  role: z.enum(consoleRoles),
  /** Of one's own; empty for those of the contract. */
  name: z.string(),
  /** Rights beyond the contract's, and short of them. */
  given: rightList,
  taken: rightList,
  people: z.int(),
});
export type RoleRow = z.infer<typeof roleRow>;

/** Rights over one kind of record. */
const rightGroup = z.object({
  title: z.string(),
  rights: z
    .array(
      z.object({
        right: z.string(),
        label: z.string(),
        /** Seeing the records: what everything else of the group needs. */
        isView: z.boolean(),
        /** Who has it by the contract. */
        roles: z.array(z.enum(consoleRoles)),
      }),
    )
    .check(z.maxLength(100)),
});
export type RightGroup = z.infer<typeof rightGroup>;

/** Rights that an admin gives to roles, and takes. */
export const roleRightCalls = defineCalls({
  roleRightList: {
    host: "api",
    method: "GET",
    path: "/x/role/list",
    summary: "角色权限",
    access: adminRoles,
    isAdminOnly: true,
    data: z.object({
      roles: wholeList(roleRow),
      /** In the order of the menu. */
      areas: wholeList(z.object({ title: z.string(), groups: wholeList(rightGroup) })),
    }),
  },
  roleRightSave: {
    host: "api",
    method: "POST",
    path: "/x/role/save",
    summary: "新增或编辑角色",
    access: adminRoles,
    isAdminOnly: true,
    audit: "role",
    body: z
      .strictObject({
        /** Without an id it creates an own role. */
        id: z.optional(f.id),
        version: z.optional(f.version),
        /** Only of own roles. */
        name: z.optional(f.name(2, 20)),
        /** What a new one is based on; it cannot be changed. */
        role: z.enum(consoleRoles),
        given: rightList,
        taken: rightList,
        requestId: f.requestId,
      })
      .check(versionRequiredOnUpdate),
    data: f.saveResult,
  },
  roleRightRemove: {
    host: "api",
    method: "DELETE",
    path: "/x/role/remove/:id",
    summary: "删除角色",
    access: adminRoles,
    isAdminOnly: true,
    audit: "role",
    params: z.object({ id: f.id }),
    query: z.object({ version: f.versionText, requestId: f.requestId }),
    data: f.saveResult,
  },
});
