import type { ReactNode } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { CopyText } from "../../ui/CopyText.tsx";
import { formatMoney } from "../../ui/format/money.ts";
import { formatNumber } from "../../ui/format/number.ts";
import { formatDay, formatTime } from "../../ui/format/time.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import type { AnyRow, Column } from "../definition.ts";
import { MaskedPhone } from "../people/MaskedPhone.tsx";

export type Align = "right" | "center";

/** Numbers right, status centred; text stands left of itself, so that a table has fewer attributes by hundreds. */
export function alignOf(column: Column<AnyRow>): Align | undefined {
  if (column.as === "number" || column.as === "money") return "right";
  if (column.as === "custom") return column.align;
  return column.as === "tag" ? "center" : undefined;
}

/** A value as its column writes it; `-` where there is none. No component: a table would have thousands of them. */
export function cellValue(column: Column<AnyRow>, row: AnyRow): ReactNode {
  if (column.as === "custom") return column.cell(row) ?? "-";
  const value: unknown = row[column.key];
  if (value === null || value === undefined || value === "") return "-";
  switch (column.as) {
    case "number":
      return formatNumber(Number(value));
    case "money":
      return formatMoney(Number(value));
    case "time":
      return formatTime(String(value));
    case "day":
      return formatDay(String(value));
    case "label":
      return column.of.label(String(value));
    case "tag": {
      const option = column.of.options.find((one) => one.value === value);
      return <StatusTag label={option?.label ?? String(value)} color={option?.color ?? "gray"} />;
    }
    case "copy":
      return <CopyCell text={String(value)} />;
    case "phone":
      return <MaskedPhone masked={String(value)} id={row.id} target={column.reveal} />;
    default:
      return String(value);
  }
}

function CopyCell({ text }: { readonly text: string }) {
  const { say } = useConsole();
  return (
    <CopyText
      text={text}
      onCopied={() => say.success(`已复制 ${text}`)}
      onRefused={() => say.warning("浏览器不允许复制，请手动选择")}
    />
  );
}
