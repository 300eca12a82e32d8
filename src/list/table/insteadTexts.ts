import { type Fault, isTemporary } from "../../../machines/fault.ts";

type Failure = Pick<Fault, "kind" | "message">;

/** The server's sentence without its full stop, or the console's own. */
const reason = ({ kind, message }: Failure): string =>
  message.replace(/。$/, "") || ownReasons[kind] || "连接不上服务器，请检查网络";

const ownReasons: Readonly<Record<string, string>> = {
  tooMany: "查询太频繁，请稍后再试",
  timeout: "服务器没有及时答复",
};

/** Above rows that could not be read anew. @param ofOther they answer another query than the one asked */
export function staleText(fault: Failure, ofOther: boolean): string {
  const rows = ofOther ? "下面仍是上一次查询的结果" : "下面是此前读取的结果";
  return `${reason(fault)}。${rows}${isTemporary(fault) ? "，恢复后会自动更新" : ""}。`;
}

/** Where no rows are to be had. */
export const failedText = (fault: Failure | null): string =>
  fault && isTemporary(fault)
    ? `${reason(fault)}。恢复后会自动加载，查询条件已保留。`
    : fault?.message || "请检查网络后重试，查询条件已保留";

/** Whether somebody may have meant a phone by it that nothing finds: three to ten digits, but not its last four. */
function isPartOfPhone(keyword: string): boolean {
  // Full-width digits come from Chinese input methods.
  const typed = keyword.normalize("NFKC").trim();
  return /^\d{3,10}$/.test(typed.replace(/[\s-]/g, "")) && !/^\d{4}$/.test(typed);
}

/** Where no record fits. @param keyword null where the list has no phones to look for */
export const noMatchText = (keyword: string | null): string =>
  keyword !== null && isPartOfPhone(keyword)
    ? "手机号只能按完整号码或后 4 位查找，请补全号码，或清空条件后重新查询"
    : "试试减少条件，或清空后重新查询";
