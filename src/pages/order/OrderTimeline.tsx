import { type OrderRow } from "../../../adapters/contract/order.ts";
import { orderEventKind } from "../../../adapters/contract/orderEvent.ts";
import { FileLink } from "../../list/FileLink.tsx";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import classes from "./OrderTimeline.module.css";
import { isOrderDetail } from "./orderCells.tsx";

const negativeEvents: ReadonlySet<string> = new Set([
  "reject",
  "rejectRefund",
  "cancel",
  "expire",
  "rejectInvoice",
  "withdrawInvoice",
  "refuseRed",
]);
const positiveEvents: ReadonlySet<string> = new Set([
  "approve",
  "approveRefund",
  "finish",
  "issueInvoice",
  "redInvoice",
]);
const getEventColor = (kind: string) =>
  negativeEvents.has(kind) ? "red" : positiveEvents.has(kind) ? "green" : "blue";

/** The events of an order, newest first. */
export function OrderTimeline({ row }: { readonly row: OrderRow }) {
  const events = isOrderDetail(row) ? row.events.toSorted((a, b) => (a.at < b.at ? 1 : -1)) : [];
  return (
    <ol className={classes["steps"]} aria-label="时间线">
      {events.map(({ id, at, kind, byName, remark, amountFen, voucherUrl }) => (
        <li key={id} className={classes["step"]}>
          <span
            className={classes["dot"]}
            style={{ background: `var(--mantine-color-${getEventColor(kind)}-filled)` }}
            aria-hidden
          />
          <div className={classes["what"]}>
            <b>{orderEventKind.label(kind)}</b>
            {amountFen !== null && amountFen > 0 && <span>{formatMoney(amountFen)}</span>}
            <span className={classes["who"]}>{byName || "系统"}</span>
            <time className={classes["when"]} dateTime={at}>
              {formatTime(at)}
            </time>
          </div>
          {remark !== "" && <p className={classes["remark"]}>{remark}</p>}
          {voucherUrl !== "" && <FileLink url={voucherUrl}>查看退款凭证</FileLink>}
        </li>
      ))}
    </ol>
  );
}
