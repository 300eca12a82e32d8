import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { test } from "../browser/browserTest.ts";
import { signIn } from "../browser/signIn.ts";

const groups = [
  "任务管理",
  "账号管理",
  "订单管理",
  "商品管理",
  "渠道管理",
  "消息管理",
  "运维管理",
  "数据统计",
];

const withUser = z.looseObject({ data: z.looseObject({ user: z.looseObject({}) }) });

/** Eight groups in the menu, as an administrator has them. */
async function expectEveryGroup(page: Page): Promise<void> {
  const menu = page.getByRole("navigation", { name: "主菜单" });
  for (const name of groups) await menu.getByRole("button", { name }).waitFor();
}

/** Answers as a platform that knows nothing of roles. */
async function mockLoginWithoutRoles(page: Page): Promise<void> {
  await page.route("**/user/login", async (route) => {
    const response = await route.fetch();
    const answer = withUser.parse(await response.json());
    const { roles: _, ...user } = answer.data.user;
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, user } } });
  });
  await page.route("**/user/info", (route) =>
    route.fulfill({
      json: { code: 20000, data: { roles: [], name: "值班员", avatar: "", introduction: "" } },
    }),
  );
}

describe("every session counts as an administrator's", () => {
  //
  test("where the platform names no roles, after a reload too", async ({ page }) => {
    await mockLoginWithoutRoles(page);
    await signIn(page, "duty");
    await expectEveryGroup(page);
    await page.reload();
    await expectEveryGroup(page);
  });

  //
  test("where /config.json says so, whatever the roles", async ({ page }) => {
    await page.route("**/config.json", async (route) => {
      const response = await route.fetch();
      const config = z.looseObject({}).parse(await response.json());
      await route.fulfill({ response, json: { ...config, rolesFrom: "admin" } });
    });
    await signIn(page, "duty");
    await expectEveryGroup(page);
  });

  //
  test("nowhere else", async ({ page }) => {
    await signIn(page, "duty");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    await menu.getByRole("button", { name: "任务管理" }).waitFor();
    expect(await menu.getByRole("button", { name: "数据统计" }).count()).toBe(0);
  });
});
