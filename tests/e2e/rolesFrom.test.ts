/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { test } from "../browser/browserTest.ts";
import { overrideConfig } from "../browser/overrideConfig.ts";
import { signIn } from "../browser/signIn.ts";
import { menuPages } from "./menuPages.ts";

const groups = new Set(menuPages.map(({ group }) => group));

const loginResponse = z.looseObject({ data: z.looseObject({ user: z.looseObject({}) }) });

/** Expects all menu groups, as an administrator has them. */
async function expectEveryGroup(page: Page): Promise<void> {
  const menu = page.getByRole("navigation", { name: "主菜单" });
  for (const name of groups) await menu.getByRole("button", { name }).waitFor();
}

/** Mocks a platform that returns no roles. */
async function mockLoginWithoutRoles(page: Page): Promise<void> {
  await page.route("**/user/login", async (route) => {
    const response = await route.fetch();
    const answer = loginResponse.parse(await response.json());
    const { roles: _, ...user } = answer.data.user;
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, user } } });
  });
  await page.route("**/user/info", (route) =>
    route.fulfill({
      json: { code: 20000, data: { roles: [], name: "值班员", avatar: "", introduction: "" } },
    }),
  );
}

describe("every session gets the administrator's menu", () => {
  //
  test("if the platform returns no roles, after a reload too", async ({ page }) => {
    await mockLoginWithoutRoles(page);
    await signIn(page, "duty");
    await expectEveryGroup(page);
    await page.reload();
    await expectEveryGroup(page);
  });

  //
  test("if /config.json sets rolesFrom to admin, whatever the roles", async ({ page, context }) => {
    await overrideConfig(context, { rolesFrom: "admin" });
    await signIn(page, "duty");
    await expectEveryGroup(page);
  });

  //
  test("only in these cases", async ({ page }) => {
    await signIn(page, "duty");
    const menu = page.getByRole("navigation", { name: "主菜单" });
    await menu.getByRole("button", { name: "任务管理" }).waitFor();
    expect(await menu.getByRole("button", { name: "数据统计" }).count()).toBe(0);
  });
});
