import { describe, expect, test } from "vitest";
import { buildMenu, canAccessPage, getAllowedPages, getFirstPagePath } from "../../machines/permissions.ts";

const groups = [
  {
    path: "/account",
    title: "账号管理",
    order: 2,
    pages: [
      { path: "/account/userList", title: "用户列表", order: 2, roles: ["operator"] },
      { path: "/account/accountList", title: "账号列表", order: 1, roles: ["operator", "finance"] },
    ],
  },
  {
    path: "/operate",
    title: "运维管理",
    order: 3,
    pages: [{ path: "/operate/airport", title: "机场管理", order: 1, roles: ["maintainer"] }],
  },
  { path: "/page", title: "任务管理", order: 1, pages: [{ path: "/page/help", title: "说明", order: 1 }] },
];
const paths = (roles: string[]) => getAllowedPages({ roles }, groups).map(({ path }) => path);

describe("roles and pages", () => {
  test("admin opens all pages, in menu order (R-196)", () => {
    const all = ["/page/help", "/account/accountList", "/account/userList", "/operate/airport"];
    expect(paths(["admin"])).toEqual(all);
    expect(paths(["finance", "admin"])).toEqual(all);
  });

  test("other roles open pages that list them and pages without roles (R-197, R-198)", () => {
    expect(paths(["finance"])).toEqual(["/page/help", "/account/accountList"]);
    expect(paths(["nobody"])).toEqual(["/page/help"]);
    expect(paths([])).toEqual(["/page/help"]);
  });

  test("two roles combine their pages (R-195)", () => {
    expect(paths(["finance", "maintainer"])).toEqual([
      "/page/help",
      "/account/accountList",
      "/operate/airport",
    ]);
  });

  test("only admins open an admin page", () => {
    expect(canAccessPage({ roles: ["operator"] }, { roles: [] })).toBe(false);
    expect(canAccessPage({ roles: ["admin"] }, { roles: [] })).toBe(true);
  });

  test("a group without an allowed page is omitted (R-200)", () => {
    expect(buildMenu({ roles: ["finance"] }, groups).map(({ title }) => title)).toEqual([
      "任务管理",
      "账号管理",
    ]);
  });

  test("login leads to the first allowed page", () => {
    expect(getFirstPagePath({ roles: ["operator"] }, groups)).toBe("/page/help");
    expect(getFirstPagePath({ roles: ["operator"] }, groups.slice(0, 2))).toBe("/account/accountList");
    expect(getFirstPagePath({ roles: ["duty"] }, groups.slice(0, 2))).toBeNull();
  });
});
