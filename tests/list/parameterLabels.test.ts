import { expect, it } from "vitest";
import { defineEnum } from "../../adapters/contract/defineEnum.ts";
import { getParameterLabels } from "../../src/list/query/getParameterLabels.ts";

it("labels dropped URL parameters like the list's form, without duplicates", () => {
  const dictionary = defineEnum("order_status", { paid: "已支付" });
  const labels = getParameterLabels(["minFen", "maxFen", "status", "page", "pageNo", "size", "sort", "utm"], {
    filters: [{ kind: "numbers", min: "minFen", max: "maxFen", label: "应付金额", unit: "fen" }],
    tabs: { name: "status", dictionary },
  });
  expect(labels).toEqual(["应付金额", "分类", "页码", "每页条数", "排序", "utm"]);
});
