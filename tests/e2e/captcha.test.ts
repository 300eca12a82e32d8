/** @module-tag full */

import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { demoAccounts, fillLogin } from "../browser/signIn.ts";

describe("a login after three failed attempts", () => {
  // with nothing stored
  test("shows a captcha image, retains the phone number, and loads another captcha on request (R-072)", async ({
    page,
  }) => {
    await page.goto("/");
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const loginResponse = page.waitForResponse((response) => response.url().endsWith("/user/login"));
      await fillLogin(page, demoAccounts.finance, `wrong-${attempt}`);
      await loginResponse;
    }
    const picture = page.getByRole("img", { name: /验证码/ });
    await picture.waitFor();
    const source = await picture.getAttribute("src");
    expect(source).toMatch(/^data:image\/(png|webp|jpeg);base64,/);
    const size = await picture.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
    );
    expect(size).toEqual([120, 40]);
    expect(await page.getByLabel("手机号").inputValue()).toBe(demoAccounts.finance);
    await page.getByRole("button", { name: /换一张|刷新/ }).click();
    await page.waitForFunction(
      (old) => document.querySelector("form img")?.getAttribute("src") !== old,
      source,
    );
  });
});
