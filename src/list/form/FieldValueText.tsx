import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { fetchRegionName } from "../pickers/fetchRegionName.ts";
import { useQuery } from "../useQuery.ts";
import type { FormField } from "./formConfig.ts";

/** A field's value in words: the name behind a code or id, `-` for nothing. */
export function FieldValueText({
  field,
  value,
}: {
  readonly field: FormField | undefined;
  readonly value: unknown;
}) {
  const { client } = usePageApi();
  const text = Array.isArray(value) ? "" : String(value ?? "");
  const isRemote = field?.kind === "choice" || field?.kind === "region";
  const { result } = useQuery(isRemote && text !== "" ? text : null, async (signal) =>
    field?.kind === "choice"
      ? ((await field.source.fetchByIds(client, [text], signal))[0]?.label ?? text)
      : fetchRegionName(client, text, signal),
  );
  if (Array.isArray(value) && field?.kind !== "custom") {
    const getLabel = field?.kind === "several" ? field.dictionary.label : String;
    return value.length > 0 ? value.map((item) => getLabel(String(item))).join("、") : "-";
  }
  if (field?.kind === "custom") return field.formatValue?.(value) ?? "-";
  if (field?.kind === "check") return value === true ? "是" : "否";
  if (field?.kind === "text" && field.masked && value === null) return "清空";
  if (text === "") return "-";
  if (field?.kind === "money") return formatMoney(Math.round(Number(text) * 100));
  if (field?.kind === "file") return "已上传的文件";
  if (isRemote) return result.state === "success" ? result.data : text;
  return field?.kind === "select" ? field.dictionary.label(text) : text;
}
