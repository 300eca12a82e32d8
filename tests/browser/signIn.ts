import type { Page } from "playwright-core";

/** Phone numbers of the demo accounts, one per role. */
export const demoAccounts = {
  admin: "13800000001",
  operator: "13800000002",
  finance: "13800000003",
  maintainer: "13800000004",
  duty: "13800000005",
} as const;

export type Account = keyof typeof demoAccounts;

/** Fills in and submits the visible login form. */
export async function fillLogin(page: Page, phone: string, password: string): Promise<void> {
  await page.getByLabel("手机号").fill(phone);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("button", { name: "登 录" }).click();
}

/** Signs in through the login form and waits for the console's menu. */
export async function signIn(page: Page, account: Account, from = "/"): Promise<void> {
  await page.goto(from);
  await fillLogin(page, demoAccounts[account], "Aerial@2026");
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
}
