import * as z from "zod/mini";
import { lookUp } from "./lookUp.ts";
import * as word from "./words.ts";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const types: Readonly<Record<string, string>> = {
  string: "应为文本",
  number: "应为数字",
  int: word.wholeNumber,
  boolean: "应为 true 或 false",
  array: "应为列表",
  tuple: "应为列表",
  object: "应为对象",
  record: "应为对象",
  null: "应为 null",
  date: "应为日期",
};

const formats: Readonly<Record<string, string>> = {
  datetime: "应为 UTC 时间，例如 2026-01-31T08:00:00Z",
  date: "应为日期，例如 2026-01-31",
  email: "应为邮箱地址",
  url: "应为网址",
  uuid: "应为 UUID",
};

/** Makes Chinese the language of all validation messages. Server and tests call it once, the console with a form. */
export const configureMessages = () => z.config({ localeError: formatIssue });

/** Chinese message of a validation issue, for schemas without a message of their own. */
export function formatIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "缺少该字段，请填写";
      return lookUp(types, issue.expected) ?? "类型不正确";
    case "invalid_value":
      return `应为${issue.values.length === 1 ? "" : "以下之一："}${issue.values.map((value) => `「${String(value)}」`).join("、")}`;
    case "too_big":
      return formatTooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case "too_small":
      return formatTooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case "invalid_format":
      return lookUp(formats, issue.format) ?? "格式不正确";
    case "not_multiple_of":
      return `应为 ${issue.divisor} 的倍数`;
    case "unrecognized_keys":
      return "含有不支持的字段";
    case "invalid_union":
      // The alternative whose type fits describes the error, such as a range.
      return (
        issue.errors.flat().find(({ code }) => code !== "invalid_type" && code !== "invalid_value")
          ?.message ?? "取值不符合要求"
      );
    default:
      return "取值不符合要求";
  }
}

function formatTooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === "string") return `不能超过 ${maximum} 个字符`;
  if (origin === "array") return `不能超过 ${maximum} 项`;
  return inclusive ? `不能大于 ${maximum}` : `应小于 ${maximum}`;
}

function formatTooSmall(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === "string") return minimum === 1 ? "不能为空" : `不能少于 ${minimum} 个字符`;
  if (origin === "array") return minimum === 1 ? "至少选择一项" : `不能少于 ${minimum} 项`;
  return inclusive ? `不能小于 ${minimum}` : `应大于 ${minimum}`;
}
