import { test as base } from "../../browser/signedInTest.ts";
import { openList } from "./listPageObject.ts";
import type { ListSpec } from "./listSpec.ts";
import { lists } from "./lists.ts";

const [firstList] = lists;
if (!firstList) throw new Error("there are no lists");

/**
 * `test` for the shared list tests. `test.override("list", list)` chooses the list and signs in its `account`;
 * `screen` is its page object, opened without filters.
 */
export const test = base
  .extend("list", firstList as ListSpec)
  .extend("account", ({ list }) => list.account)
  // Depends on `consoleErrors`, which must be listening while the page loads.
  .extend("screen", ({ page, list, consoleErrors: _ }) => openList(page, list));
