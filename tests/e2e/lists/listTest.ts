import { test as base } from "../../browser/signedInTest.ts";
import { listPageObject } from "./listPageObject.ts";
import type { ListSpec } from "./listSpec.ts";
import { lists } from "./lists.ts";

const [firstList] = lists;
if (!firstList) throw new Error("there are no lists");

/**
 * `test` for the list contract. `test.override("list", list)` names the list, whose `account` is signed in; `screen` is
 * its page, opened without conditions.
 */
export const test = base
  .extend("list", firstList as ListSpec)
  .extend("account", ({ list }) => list.account)
  // With `consoleErrors`, which must hear what is logged while the page loads.
  .extend("screen", async ({ page, list, consoleErrors: _ }) => {
    const screen = listPageObject(page, list);
    await screen.open();
    return screen;
  });
