import { afterAll, describe, expect, test } from "vitest";
import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { goodsCalls } from "../../../adapters/contract/goods.ts";
import { serviceCalls } from "../../../adapters/contract/service.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { createCallFixture, getId, getIssues } from "../fixtures/createCallFixture.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import {
  insertChannel,
  insertGoods,
  insertService,
  readChannel,
  readGoods,
  readService,
} from "./catalogRecords.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const { callAs, createSaver } = createCallFixture(() => ctx, { role: "operator", prefix: "catalog-rule" });
const modify = createSaver(serviceCalls.serviceModify);
const save = createSaver(goodsCalls.goodsSave);
const update = createSaver(channelCodeCalls.channelUpdate);
const createChannel = createSaver(channelCodeCalls.channelCreate);

const service = {
  name: "电塔巡检",
  code: "DT-01",
  kind: "flight",
  unit: "架次",
  priceFen: 50_000,
  taxCode: "3040401020000000000",
};

describe("services", () => {
  test("begin off the shelf with the tax rate of their kind, and have a unique code", async () => {
    const flight = await readService(ctx.db, getId(await modify(service)));
    expect(flight).toMatchObject({ level: 1, status: "offShelf", taxRate: "6", version: 1 });
    const device = await modify({ ...service, code: "DT-02", kind: "device" });
    expect((await readService(ctx.db, getId(device))).taxRate).toBe("13");
    const same = await modify({ ...service, code: "dt-01" });
    expect([same.state, same.message]).toEqual([-1, "服务编码已存在，请更换编码"]);
    const short = await modify({ ...service, code: "DT-03", taxCode: "304040102000000000" });
    expect(getIssues(short)).toEqual([{ path: "taxCode", message: "税收分类编码应为 19 位数字" }]);
  });

  test("have at most three levels and no cycle, wherever they are moved", async () => {
    const [root, other] = [await insertService(ctx.db), await insertService(ctx.db)];
    const second = getId(await modify({ ...service, code: "DT-11", parentId: root.id }));
    const third = getId(await modify({ ...service, code: "DT-12", parentId: second }));
    expect((await readService(ctx.db, third)).level).toBe(3);
    const fourth = await modify({ ...service, code: "DT-13", parentId: third });
    expect([fourth.state, fourth.message]).toEqual([-1, "服务最多 3 级，请选择更上级的服务"]);
    const ring = await modify({ id: root.id, version: 1, parentId: third });
    expect([ring.state, ring.message]).toEqual([-1, "不能移到自己或自己的下级服务之下"]);
    const deep = await modify({ id: root.id, version: 1, parentId: other.id });
    expect(deep.state).toBe(-1);
    expect((await modify({ id: second, version: 1, parentId: "" })).state).toBe(0);
    expect([(await readService(ctx.db, second)).level, (await readService(ctx.db, third)).level]).toEqual([
      1, 2,
    ]);
  });

  test("are returned as a tree, and a search result includes the parents", async () => {
    const root = await insertService(ctx.db, { name: "树根", code: "TREE", search: "树根\u001ftree" });
    const child = await insertService(ctx.db, {
      name: "唯一的枝",
      code: "TREE-1",
      level: 2,
      parentId: root.id,
      kind: "support",
      search: "唯一的枝\u001ftree-1",
    });
    const found = await callAs(serviceCalls.servicePageList, {
      body: { pageNo: 1, pageSize: 20, keyword: "唯一的枝" },
    });
    const page = found.data as {
      list: { id: string; parentName: string; childCount: number }[];
      total: number;
    };
    expect(page.total).toBe(2);
    expect(new Map(page.list.map((row) => [row.id, [row.parentName, row.childCount]]))).toEqual(
      new Map([
        [root.id, ["", 1]],
        [child.id, ["树根", 0]],
      ]),
    );
    for (const [call, args] of [
      [serviceCalls.serviceTreeList, { query: { kind: "support" } }],
      [serviceCalls.serviceTreeListPost, { body: { kind: "support" } }],
    ] as const) {
      const tree = (await callAs(call, args)).data as { id: string; children: { id: string }[] }[];
      expect(tree.find(({ id }) => id === root.id)?.children.map(({ id }) => id)).toEqual([child.id]);
    }
  });

  test("cannot be deleted while something depends on them, nor leave the shelf while goods on sale contain them", async () => {
    const part = await insertService(ctx.db, { name: "被占用", status: "onShelf" });
    const container = await insertGoods(ctx.db, [part.id], { status: "onSale" });
    const off = await callAs(serviceCalls.serviceSoldOut, { params: { id: part.id }, query: {} });
    expect([off.state, off.message]).toEqual([-1, "有 1 个在售商品包含「被占用」，请先下架这些商品"]);
    expect((await save({ id: container.id, version: 1, status: "offSale" })).state).toBe(0);
    const remove = () => callAs(serviceCalls.serviceDelete, { params: { id: part.id }, query: {} });
    expect((await remove()).message).toBe("服务当前状态为「已上架」，请先下架再删除");
    expect((await callAs(serviceCalls.serviceSoldOut, { params: { id: part.id }, query: {} })).state).toBe(0);
    expect((await remove()).message).toBe("有 1 个商品包含「被占用」，请先从商品中移除");
    expect((await callAs(goodsCalls.goodsDelete, { params: { id: container.id }, query: {} })).state).toBe(0);
    const child = await insertService(ctx.db, { level: 2, parentId: part.id });
    expect((await remove()).message).toBe("「被占用」下还有 1 个下级服务，请先删除下级服务");
    expect((await callAs(serviceCalls.serviceDelete, { params: { id: child.id }, query: {} })).state).toBe(0);
    expect((await remove()).state).toBe(0);
    expect((await remove()).message).toBe("服务不存在或已删除");
  });
});

describe("goods", () => {
  const goods = { name: "巡检月包", code: "YB-01", months: 1, originPriceFen: 20_000, priceFen: 18_000 };

  test("sum up their services, and cost no more than the original price", async () => {
    const [a, b] = [
      await insertService(ctx.db, { priceFen: 333 }),
      await insertService(ctx.db, { priceFen: 12_345 }),
    ];
    const items = [
      { serviceId: b.id, quantity: 3 },
      { serviceId: a.id, quantity: 7 },
    ];
    const id = getId(await save({ ...goods, items }));
    const { data } = await callAs(goodsCalls.goodsDetails, { params: { id } }, "finance");
    expect(data).toMatchObject({ status: "offSale", soldCount: 0, partsFen: 39_366, items });
    const dear = await save({ id, version: 1, priceFen: 20_001 });
    expect(getIssues(dear)).toEqual([{ path: "priceFen", message: "售价不能高于原价" }]);
    const cheap = await save({ id, version: 1, originPriceFen: 17_999 });
    expect(getIssues(cheap)).toEqual([{ path: "originPriceFen", message: "售价不能高于原价" }]);
    const twice = await save({ id, version: 1, items: [...items, { serviceId: a.id, quantity: 1 }] });
    expect(getIssues(twice)).toEqual([{ path: "items", message: "同一服务只能添加一次" }]);
    const refusal = await save({ id, version: 1, items: [{ serviceId: "123", quantity: 1 }] });
    expect(refusal.message).toBe("所选服务不存在或已删除，请重新选择");
    expect((await readGoods(ctx.db, id)).version).toBe(1);
    const empty = await save({ ...goods, code: "YB-02", cover: "/uploads/123", items });
    expect(empty.message).toBe("封面图片不存在，请重新上传");
  });

  test("go on sale only with services on the shelf, and can be deleted only off sale", async () => {
    const part = await insertService(ctx.db, { name: "未上架的" });
    const created = await insertGoods(ctx.db, [part.id]);
    const up = await save({ id: created.id, version: 1, status: "onSale" });
    expect(up.message).toBe("服务「未上架的」已下架，请先上架后再销售商品");
    expect((await callAs(serviceCalls.serviceUpShelf, { params: { id: part.id }, query: {} })).state).toBe(0);
    expect((await save({ id: created.id, version: 1, status: "onSale" })).state).toBe(0);
    const other = await insertService(ctx.db, { name: "也未上架" });
    const swap = await save({ id: created.id, version: 2, items: [{ serviceId: other.id, quantity: 1 }] });
    expect(swap.message).toBe("服务「也未上架」已下架，请先上架后再销售商品");
    const refusal = await callAs(goodsCalls.goodsDelete, {
      params: { id: created.id },
      query: { version: 2 },
    });
    expect(refusal.message).toBe("商品当前状态为「在售」，请先下架再删除");
  });
});

describe("channels", () => {
  test("get their ratio only from an admin", async () => {
    const body = { name: "西部代理", code: "XIBU01", contact: "赵六", phone: "13912345678" };
    const create = (fields: object, role: ConsoleRole) => createChannel({ ...body, ...fields }, role);
    const forbidden = await create({ ratio: 5 }, "operator");
    expect([forbidden.state, forbidden.message]).toEqual([
      -3,
      "佣金比例仅超级管理员可设置，请联系超级管理员",
    ]);
    const id = getId(await create({}, "operator"));
    expect(await readChannel(ctx.db, id)).toMatchObject({ ratio: 0, status: "on", expireAt: null });
    expect((await update({ id, version: 1, ratio: 12.25 })).state).toBe(-3);
    expect((await update({ id, version: 1, ratio: 0, remark: "不变" })).state).toBe(0);
    expect((await update({ id, version: 2, ratio: 12.25 }, "admin")).state).toBe(0);
    expect((await readChannel(ctx.db, id)).ratio).toBe(12.25);
    expect((await create({}, "operator")).message).toBe("渠道码已存在，请更换渠道码");
    expect(getIssues(await create({ code: "ABC" }, "admin")).map(({ path }) => path)).toEqual(["code"]);
    expect(getIssues(await update({ id, version: 3, code: "XIBU02" })).map(({ path }) => path)).toEqual([
      "code",
    ]);
  });

  test("keep their phone if none is sent, and pass a new name to their companies", async () => {
    const factory = await createDataFactory(ctx);
    const channel = await insertChannel(ctx.db, { phone: "13987654321", companyCount: 1 });
    const company = await factory.createCompany({ channelCodeId: channel.id, channelName: channel.name });
    expect((await update({ id: channel.id, version: 1, name: "换了名字" })).state).toBe(0);
    expect((await readChannel(ctx.db, channel.id)).phone).toBe("13987654321");
    const { data } = await callAs(companyCalls.companyOne, { params: { id: company.id } });
    expect(data).toMatchObject({ channelName: "换了名字" });
    const refusal = await callAs(channelCodeCalls.channelDelete, { params: { id: channel.id }, query: {} });
    expect([refusal.state, refusal.message]).toEqual([
      -1,
      "有 1 家企业使用渠道「换了名字」，不能删除，可以改为停用",
    ]);
  });
});
