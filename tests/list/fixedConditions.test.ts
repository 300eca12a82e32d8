import { expect, it } from "vitest";
import { orderCalls } from "../../adapters/contract/order.ts";
import type { Client } from "../../adapters/http/client.ts";
import { fixConditions } from "../../src/list/fixedConditions.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import type { AnyRow, Column } from "../../src/list/listDefinition.ts";
import { createListPort } from "../../src/list/page/createListPort.ts";
import { createUrlSync } from "../../src/list/page/createUrlSync.ts";

const column = (key: string, rest: object = {}) =>
  ({ key, title: key, width: 100, ...rest }) as Column<AnyRow>;
const config: ListConfig = {
  name: "order",
  noun: "订单",
  call: orderCalls.orderPageList,
  getTitle: ({ id }) => id,
  columns: [
    column("orderNo"),
    column("companyName", { as: "link", record: "company", getId: () => "1" }),
    column("hangarName", { as: "link", record: "hangar", getId: () => "2" }),
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字" },
    { kind: "text", name: "companyId", label: "企业" },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
  ],
};

it("leaves out the filter and the column of what is fixed, and leaves the definition as it is", () => {
  const fixed = fixConditions(config, { companyId: "7" });
  expect(fixed.filters.map(({ label }) => label)).toEqual(["关键字", "创建时间"]);
  expect(fixed.columns.map(({ key }) => key)).toEqual(["orderNo", "hangarName"]);
  expect(fixConditions(config, { entity: "company", entityId: "7" }).columns).toHaveLength(3);
  expect(config.filters).toHaveLength(3);
  expect(config.fixed).toBeUndefined();
});

it("is part of every request, and the address cannot change it", async () => {
  const bodies: unknown[] = [];
  const client = {
    call: async (_: unknown, { body }: { body: unknown }) => {
      bodies.push(body);
      return { list: [], total: 0 };
    },
  } as unknown as Client;
  const query = { pageNo: 2, pageSize: 20, filters: { companyId: "8", keyword: "甲" } };
  const port = createListPort(
    fixConditions(config, { companyId: "7" }),
    client,
    createUrlSync({ query, dropped: [] }),
  );
  await port.load(query, new AbortController().signal, false);
  expect(bodies).toEqual([{ pageNo: 2, pageSize: 20, companyId: "7", keyword: "甲" }]);
});
