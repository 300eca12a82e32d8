import { afterAll, expect, test } from "vitest";
import { listLayoutCalls, maxOwnLayouts } from "../../../adapters/contract/listLayout.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

type Role = "operator" | "finance" | "duty";
const params = { list: "order" };
const columns = [
  { key: "orderNo", shown: true, pinned: true },
  { key: "payableFen", shown: true, width: 140 },
  { key: "remark", shown: false },
];
const save = async (role: Role, name: string, isShared: boolean, shown = columns) =>
  (
    await ctx.callAs(role, listLayoutCalls.listLayoutSave, {
      params,
      body: { name, isShared, columns: shown },
    })
  ).body;
const read = async (role: Role, list = "order") => {
  const { body } = await ctx.callAs(role, listLayoutCalls.listLayoutList, { params: { list } });
  return listLayoutCalls.listLayoutList.data.parse(body.data);
};
const nameOwners = (layouts: Awaited<ReturnType<typeof read>>) =>
  layouts.map(({ name, isOwn, isShared }) => [name, isOwn, isShared]);

test("a layout is one's own until it is shared, and is of one list", async () => {
  expect((await save("operator", "日常", false)).state).toBe(0);
  expect((await save("operator", "对账", true)).state).toBe(0);
  expect(nameOwners(await read("operator"))).toEqual([
    ["对账", true, true],
    ["日常", true, false],
  ]);
  expect(await read("finance")).toMatchObject([{ name: "对账", isOwn: false, columns }]);
  expect(await read("finance", "orderPay")).toEqual([]);
});

test("one of the same name takes the place of one's own, never of a colleague's", async () => {
  const shorter = columns.slice(0, 1);
  expect((await save("finance", "对账", true, shorter)).state).toBe(0);
  expect((await save("finance", " 对账 ", false, shorter)).state).toBe(0);
  expect(nameOwners(await read("finance"))).toEqual([
    ["对账", true, false],
    ["对账", false, true],
  ]);
  expect(await read("duty")).toMatchObject([{ name: "对账", columns }]);
});

test("only who has made a layout deletes it", async () => {
  const [shared] = await read("duty");
  const remove = (role: Role) =>
    ctx.callAs(role, listLayoutCalls.listLayoutDelete, { params: { id: shared?.id ?? "" } });
  await remove("duty");
  expect(await read("duty")).toHaveLength(1);
  await remove("operator");
  expect(await read("duty")).toEqual([]);
});

test(`${maxOwnLayouts} layouts of a list are enough; another list has as many`, async () => {
  for (let n = 1; n <= maxOwnLayouts; n += 1) expect((await save("duty", `布局${n}`, false)).state).toBe(0);
  expect(await save("duty", "多一个", false)).toMatchObject({
    state: -1,
    message: "每个列表最多保存 20 个布局，请先删除不用的",
  });
  expect((await save("duty", "布局1", true)).state).toBe(0);
  const other = { params: { list: "goods" }, body: { name: "多一个", isShared: false, columns } };
  expect((await ctx.callAs("duty", listLayoutCalls.listLayoutSave, other)).body.state).toBe(0);
});
