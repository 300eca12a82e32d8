import { expect, it } from "vitest";
import { enumeration } from "../../adapters/contract/enumeration.ts";
import { parameterWords } from "../../src/list/query/parameterWords.ts";

it("names what was left out of an address as the list's form does, each once", () => {
  const of = enumeration("order_status", { paid: "已支付" });
  const words = parameterWords(["minFen", "maxFen", "status", "page", "pageNo", "size", "sort", "utm"], {
    filters: [{ kind: "numbers", min: "minFen", max: "maxFen", label: "应付金额", unit: "fen" }],
    tabs: { name: "status", of },
  });
  expect(words).toEqual(["应付金额", "分类", "页码", "每页条数", "排序", "utm"]);
});
