import { useConsole } from "../../console/useConsole.ts";
import { formatMoney } from "../../ui/format/money.ts";
import { regionName } from "../pickers/regionName.ts";
import { useAnswer } from "../useAnswer.ts";
import type { FormField } from "./formPlan.ts";

/** A field's value in words: the name behind a code or id, `-` for nothing. */
export function FieldWords({
  field,
  value,
}: {
  readonly field: FormField | undefined;
  readonly value: unknown;
}) {
  const { client } = useConsole();
  const text = Array.isArray(value) ? "" : String(value ?? "");
  const remote = field?.kind === "choice" || field?.kind === "region";
  const { answer } = useAnswer(remote && text !== "" ? text : null, async (signal) =>
    field?.kind === "choice"
      ? ((await field.source.named(client, [text], signal))[0]?.label ?? text)
      : regionName(client, text, signal),
  );
  if (Array.isArray(value) && field?.kind !== "custom") {
    const label = field?.kind === "several" ? field.of.label : String;
    return value.length > 0 ? value.map((one) => label(String(one))).join("、") : "-";
  }
  if (field?.kind === "custom") return field.words?.(value) ?? "-";
  if (field?.kind === "check") return value === true ? "是" : "否";
  if (field?.kind === "text" && field.masked && value === null) return "清空";
  if (text === "") return "-";
  if (field?.kind === "money") return formatMoney(Math.round(Number(text) * 100));
  if (field?.kind === "file") return "已上传的文件";
  if (remote) return answer.state === "here" ? answer.data : text;
  return field?.kind === "select" ? field.of.label(text) : text;
}
