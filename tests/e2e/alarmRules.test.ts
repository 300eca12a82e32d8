import { expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { test as base } from "../browser/signedInTest.ts";
import { listPageObject } from "./lists/listPageObject.ts";

const test = base.extend("account", "admin" as const);
const droneSn = "1581F6Q8D00100149";

test("a cell that is cut tells all of its text under the pointer, another one nothing", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const screen = listPageObject(page, { path: "/rules", noun: "告警规则", call: "/x/rule/list" });
  await screen.open();
  const [cut, whole] = ["风速超过", "电量不高于"].map((text) =>
    screen.table.getByRole("cell").filter({ hasText: text }).first(),
  );
  if (!cut || !whole) throw new Error("There are no rules");
  await cut.hover();
  await expect.poll(() => cut.getAttribute("title")).toMatch(/^风速超过.+风速回落后解除/);
  await whole.hover();
  expect(await whole.getAttribute("title")).toBe("");
  // Its shadow is wider than a pinned cell.
  const kind = screen.table.getByRole("cell", { name: "电量低" }).first();
  await kind.hover();
  expect(await kind.getAttribute("title")).toBe("");
});

test("a rule is tried before it is saved, refused out of range, switched off and deleted", async ({
  page,
}) => {
  const screen = listPageObject(page, { path: "/rules", noun: "告警规则", call: "/x/rule/list" });
  await screen.open();
  await expectAccessibleInBothSchemes(page);
  await screen.toolbar.getByRole("button", { name: "新增" }).click();
  const form = page.getByRole("dialog", { name: "新增告警规则" });
  await form.getByRole("combobox", { name: "告警类型" }).click();
  await page.getByRole("option", { name: "电量低", exact: true }).click();
  // The kind fills in what is usual for it.
  expect(await form.getByLabel("电量不高于").inputValue()).toBe("25");
  expect(await form.getByLabel("持续多久才告警（秒）").inputValue()).toBe("2");
  await form.getByLabel("无人机序列号").fill(droneSn);
  await form.getByRole("button", { name: "保存" }).click();
  await form.getByText("请先试算，再保存").waitFor();

  await form.getByLabel("电量不高于").fill("90");
  await form.getByLabel("电量不高于").blur();
  await form.getByText("“电量不高于”应在 5 到 80 %之间").waitFor();
  expect(await form.getByRole("button", { name: "试算" }).isDisabled()).toBe(true);
  await form.getByLabel("电量不高于").fill("80");
  await form.getByRole("button", { name: "试算" }).click();
  await form
    .getByRole("status", { name: "试算结果" })
    .getByText(/^试算了 \d+ 次飞行：其中 \d+ 次会告警，共 \d+ 条。$/)
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  await saveScreenshot(page, "rule-tried");
  // What was tried is no longer what would be saved.
  await form.getByLabel("电量不高于").fill("79");
  await form.getByRole("button", { name: "保存" }).click();
  await form.getByText("请先试算，再保存").waitFor();
  await form.getByRole("button", { name: "试算" }).click();
  await form.getByText(/^试算了/).waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  const row = screen.rows.filter({ hasText: droneSn });
  await row.getByText("电量不高于 79 %").waitFor();
  await row.getByText("启用", { exact: true }).waitFor();

  await row.getByRole("button", { name: "编辑" }).click();
  const edit = page.getByRole("dialog", { name: "编辑告警规则" });
  await edit.getByLabel("状态").click();
  await page.getByRole("option", { name: "停用", exact: true }).click();
  await edit.getByRole("button", { name: "试算" }).click();
  await edit.getByText(/^试算了/).waitFor();
  await edit.getByRole("button", { name: "保存" }).click();
  await row.getByText("停用", { exact: true }).waitFor();

  await row.getByRole("button", { name: "删除" }).click();
  const removal = page.getByRole("dialog", { name: "删除告警规则 电量低" });
  await removal.getByText(`范围“${droneSn}”不再按这条规则告警`).waitFor();
  await removal.getByRole("button", { name: "删除" }).click();
  await row.waitFor({ state: "detached" });
});

test("历史告警 is accessible in light and dark, on the page and in a record", { tags: "full" }, async ({
  page,
}) => {
  const screen = listPageObject(page, { path: "/alarms", noun: "告警", call: "/x/alarm/list" });
  await screen.open();
  await expectAccessibleInBothSchemes(page);
  await screen.getNameButton(0).click();
  await screen.drawer.waitFor();
  await expectAccessibleInBothSchemes(page);
});
