import { expect, it } from "vitest";
import { parsePhoneKeyword } from "../../adapters/contract/parsePhoneKeyword.ts";
import { getFailureText, getNoMatchText, getStaleText } from "../../src/list/table/emptyStateTexts.ts";

const outage = { kind: "unavailable", message: "数据库暂时不可用，请稍后再试" };

it("the text above stale rows names the reason, the query they belong to, and whether they update by themselves", () => {
  expect(getStaleText(outage, false)).toBe(
    "数据库暂时不可用，请稍后再试。列表是此前读取的结果，恢复后会自动更新。",
  );
  expect(getStaleText({ kind: "timeout", message: "" }, false)).toBe(
    "服务器没有及时答复。列表是此前读取的结果，恢复后会自动更新。",
  );
  expect(getStaleText({ kind: "offline", message: "" }, true)).toBe(
    "连接不上服务器，请检查网络。列表仍是上一次查询的结果，恢复后会自动更新。",
  );
  expect(getStaleText({ kind: "tooMany", message: "查询太频繁，请 9 秒后再试" }, true)).toBe(
    "查询太频繁，请 9 秒后再试。列表仍是上一次查询的结果。",
  );
  expect(getStaleText({ kind: "tooMany", message: "" }, false)).toBe(
    "查询太频繁，请稍后再试。列表是此前读取的结果。",
  );
});

it("the empty state shows whether to wait or to retry", () => {
  expect(getFailureText(outage)).toBe("数据库暂时不可用，请稍后再试。恢复后会自动加载，查询条件已保留。");
  expect(getFailureText({ kind: "server", message: "服务器内部错误" })).toBe("服务器内部错误");
  expect(getFailureText({ kind: "contract", message: "" })).toBe("平台的回答无法读取，请联系管理员");
});

const phoneHint = "手机号只能按完整号码或后 4 位查找，请补全号码，或清空条件后重新查询";
const generalHint = "试试减少条件，或清空后重新查询";

it.each(["137", "13787", "8799207", "1378799207", "137 8799", "87-99-20", "２０７", "+1378799207".slice(1)])(
  "explains the phone search if %s finds nothing",
  (keyword) => {
    expect(parsePhoneKeyword(keyword)).toBeNull();
    expect(getNoMatchText(keyword)).toBe(phoneHint);
  },
);

it.each([
  "2076",
  "２０７６",
  "13787992076",
  "+86 137-8799-2076",
  "13",
  "137879920761",
  "137a",
  "赵飞",
  "",
  null,
])("does not mention phones if %s finds nothing", (keyword) =>
  expect(getNoMatchText(keyword)).toBe(generalHint),
);
