import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { companyCalls, companyStatus } from "../../adapters/contract/company.ts";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import { pageRequest, pageResponse } from "../../adapters/contract/page.ts";
import { recordForm } from "../../src/list/form/recordForm.ts";
import { listPage } from "../../src/list/listPage.tsx";

// The compiler runs this test: an unused `@ts-expect-error` does not compile either.
const call = companyCalls.companyPageList;
const page = { name: "company", noun: "企业", call, columns: [], filters: [] } as const;

const { orderList } = defineCalls({
  orderList: {
    host: "api",
    method: "POST",
    path: "/order/v3/pageList",
    summary: "订单列表",
    access: "session",
    body: pageRequest(["createdAt"], {
      status: z.optional(companyStatus.schema),
      mine: z.optional(z.boolean()),
    }),
    data: z.extend(pageResponse(z.object({ id: z.string(), parentId: z.nullable(z.string()) })), {
      counts: z.record(z.string(), z.int()),
      sums: z.object({ payableFen: z.nullable(z.int()) }),
    }),
  },
});

describe("the types of listPage", () => {
  it("only accept columns, sort fields and conditions of the call", () => {
    const Page = listPage({
      ...page,
      getTitle: (row) => row.name,
      columns: [
        { key: "status", title: "状态", width: 90, as: "tag", dictionary: companyStatus, sort: "status" },
        // @ts-expect-error rows have no such field
        { key: "nmae", title: "名称", width: 90 },
        // @ts-expect-error the call does not sort by it
        { key: "contact", title: "联系人", width: 90, sort: "contact" },
      ],
      filters: [
        { kind: "text", name: "keyword", label: "关键字" },
        // @ts-expect-error the call does not know the condition
        { kind: "text", name: "colour", label: "颜色" },
        // @ts-expect-error paging is not a condition
        { kind: "text", name: "pageNo", label: "页码" },
      ],
    });
    expect(Page).toBeTypeOf("function");
  });

  it("only accept tabs and sums of the call's response", () => {
    const counted = listPage({
      ...page,
      call: orderList,
      getTitle: ({ id }) => id,
      tabs: {
        name: "status",
        dictionary: companyStatus,
        getCounts: ({ counts }) => counts,
        extraTabs: [
          { label: "待我审核", conditions: { mine: true } },
          // @ts-expect-error the call does not know the condition
          { label: "昨天", conditions: { yesterday: true } },
        ],
      },
      sums: [
        { label: "应付", as: "money", getValue: ({ sums }) => sums.payableFen },
        // @ts-expect-error the response has no such sum
        { label: "已付", as: "money", getValue: ({ sums }) => sums.paidFen },
      ],
      tree: { getParentId: ({ parentId }) => parentId },
    });
    expect(counted).toBeTypeOf("function");
  });

  it("only accept a title from the call's rows", () => {
    // @ts-expect-error rows have no such field
    expect(listPage({ ...page, getTitle: (row) => row.nickname })).toBeTypeOf("function");
  });

  it("only accept form fields of the create call", () => {
    const form = recordForm({
      name: "company",
      noun: "企业",
      create: companyCalls.companyCreate,
      update: companyCalls.companyUpdate,
      detailCall: companyCalls.companyOne,
      container: "dialog",
      sections: [
        {
          fields: [
            { kind: "text", name: "account.phoneNumber", label: "手机号" },
            // @ts-expect-error the call does not take it
            { kind: "text", name: "account.nickname", label: "昵称" },
            // @ts-expect-error sent by the engine, not typed
            { kind: "text", name: "requestId", label: "请求号" },
          ],
        },
      ],
    });
    expect(form.isRequired({ kind: "text", name: "name", label: "名称" }, null)).toBe(true);
    expect(form.isRequired({ kind: "longText", name: "remark", label: "备注" }, null)).toBe(false);
  });
});
