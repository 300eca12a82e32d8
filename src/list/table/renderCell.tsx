import type { ReactNode } from "react";
import { daysUntil } from "../../../adapters/contract/graphql/daysUntil.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { CopyText } from "../../ui/CopyText.tsx";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatDay, formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { expiresSoon } from "../expiry.ts";
import { RecordLink } from "../links/RecordLink.tsx";
import type { AnyRow, Column } from "../listDefinition.ts";
import { MaskedPhone } from "../people/MaskedPhone.tsx";
import classes from "./renderCell.module.css";

export type Align = "right" | "center";

/** Whether the column holds numbers or amounts, which never break inside. */
export const isFigure = ({ as }: Column<AnyRow>): boolean => as === "number" || as === "money";

/** Numbers right, status centered. Text has no attribute, which saves hundreds of them per table. */
export function getAlign(column: Column<AnyRow>): Align | undefined {
  if (isFigure(column)) return "right";
  if (column.as === "custom") return column.align;
  return column.as === "tag" ? "center" : undefined;
}

/** Formats a value by its column; `-` for none. A function, not a component: a table would have thousands. */
export function renderCell(column: Column<AnyRow>, row: AnyRow): ReactNode {
  if (column.as === "custom") return column.cell(row) ?? "-";
  const value: unknown = row[column.key];
  if (value === null || value === undefined || value === "" || Number.isNaN(value)) return "-";
  switch (column.as) {
    case "number":
      return formatNumber(Number(value));
    case "money":
      return formatMoney(Number(value));
    case "time":
      return formatTime(String(value));
    case "day":
      return formatDay(String(value));
    case "expiry":
      return renderExpiry(String(value));
    case "label":
      return column.dictionary.label(String(value));
    case "tag":
      return <StatusTag {...column.dictionary.tag(String(value))} />;
    case "link":
      return <LinkCell column={column} row={row} text={String(value)} />;
    case "copy":
      return <CopyCell text={String(value)} />;
    case "phone":
      return <MaskedPhone masked={String(value)} id={row.id} target={column.reveal} />;
    default:
      return String(value);
  }
}

/** The day on which something ends, red if that is soon or over. */
function renderExpiry(expireAt: string): ReactNode {
  const day = formatDay(expireAt);
  return expiresSoon(daysUntil(expireAt, Date.now())) ? (
    <span className={classes["expiry"]}>{day}</span>
  ) : (
    day
  );
}

type LinkColumn = Extract<Column<AnyRow>, { as: "link" }>;

/** The link, and with `copy` a button that copies its text. */
function LinkCell({ column, row, text }: { column: LinkColumn; row: AnyRow; text: string }) {
  const record = typeof column.record === "function" ? column.record(row) : column.record;
  const link = record === null ? text : <RecordLink record={record} id={column.getId(row)} text={text} />;
  if (!column.copy) return link;
  return (
    <span className={classes["linkWithCopy"]}>
      {link}
      <CopyCell text={text} icon />
    </span>
  );
}

function CopyCell({ text, icon = false }: { readonly text: string; readonly icon?: boolean }) {
  const { toast } = usePageApi();
  return (
    <CopyText
      text={text}
      icon={icon}
      onCopy={() => toast.success(`已复制 ${text}`)}
      onError={() => toast.warning(word.copyRefused)}
    />
  );
}
