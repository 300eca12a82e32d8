import { expect, it } from "vitest";
import { parseTemplateChoice } from "../../src/list/sms/templateChoice.ts";

it("a template knows which of its variables are missing", () => {
  const choice = {
    code: "NOTICE",
    variables: ["region", "time", "company"],
    params: { time: "周日", company: " " },
  };
  expect(parseTemplateChoice(choice)).toMatchObject({
    missing: ["region", "company"],
    error: "请填写变量：地区、企业",
  });
  expect(parseTemplateChoice("").missing).toEqual([]);
});
