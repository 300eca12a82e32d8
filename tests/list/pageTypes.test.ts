import { describe, expect, it } from "vitest";
import { companyCalls, companyStatus } from "../../adapters/contract/company.ts";
import { recordForm } from "../../src/list/form/recordForm.ts";
import { listPage } from "../../src/list/listPage.tsx";

// What the compiler refuses here is the test: an unused expectation does not compile either.
const call = companyCalls.companyPageList;
const page = { name: "company", noun: "企业", call, columns: [], filters: [] } as const;

describe("a list page", () => {
  it("takes columns, order and conditions of its own call alone", () => {
    const Page = listPage({
      ...page,
      titleOf: (row) => row.name,
      columns: [
        { key: "status", title: "状态", width: 90, as: "tag", of: companyStatus, sort: "status" },
        // @ts-expect-error no row has this
        { key: "nmae", title: "名称", width: 90 },
        // @ts-expect-error the call does not sort by it
        { key: "contact", title: "联系人", width: 90, sort: "contact" },
      ],
      filters: [
        { kind: "text", name: "keyword", label: "关键字" },
        // @ts-expect-error the call does not know the condition
        { kind: "text", name: "colour", label: "颜色" },
        // @ts-expect-error paging is no condition
        { kind: "text", name: "pageNo", label: "页码" },
      ],
    });
    expect(Page).toBeTypeOf("function");
  });

  it("takes a title out of its own rows alone", () => {
    // @ts-expect-error no row has this
    expect(listPage({ ...page, titleOf: (row) => row.nickname })).toBeTypeOf("function");
  });

  it("takes form fields of the call that creates alone", () => {
    const form = recordForm({
      name: "company",
      noun: "企业",
      create: companyCalls.companyCreate,
      update: companyCalls.companyUpdate,
      one: companyCalls.companyOne,
      frame: "dialog",
      sections: [
        {
          fields: [
            { kind: "text", name: "account.phoneNumber", label: "手机号" },
            // @ts-expect-error the call does not take it
            { kind: "text", name: "account.nickname", label: "昵称" },
            // @ts-expect-error the engine sends it, nobody types it
            { kind: "text", name: "requestId", label: "请求号" },
          ],
        },
      ],
    });
    expect(form.required({ kind: "text", name: "name", label: "名称" }, null)).toBe(true);
    expect(form.required({ kind: "longText", name: "remark", label: "备注" }, null)).toBe(false);
  });
});
