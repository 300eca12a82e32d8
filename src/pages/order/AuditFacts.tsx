import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type OrderRow, orderType, payMethod } from "../../../adapters/contract/order.ts";
import type { OrderItem } from "../../../adapters/contract/orderItem.ts";
import { type OrderPayRow, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import type { ServiceGrantRow } from "../../../adapters/contract/serviceGrant.ts";
import * as word from "../../../adapters/contract/words.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./Audit.module.css";
import { formatGrantPeriod } from "./formatGrantPeriod.ts";
import { approvalEffect } from "./orderAuditForms.ts";
import { formatAmount, isOrderDetail } from "./orderCells.tsx";
import { awaitsAudit, getApprovalRefusal } from "./orderRefusal.ts";

/** The goods at their original and agreed prices, the discount and the payable amount. */
function AuditPrice({ order }: { readonly order: OrderRow }) {
  const { totalFen, discountFen, payableFen } = order;
  // Without the full order only the names of its goods are known.
  const items = isOrderDetail(order) ? order.items : null;
  const originFen = items && sumOriginFen(items);
  const figures: readonly (readonly [title: string, fen: number | null, share: string])[] = [
    [word.originPrice, originFen, ""],
    ["总额", totalFen, formatShare(totalFen, originFen, "原价的")],
    [word.discount, discountFen, formatShare(discountFen, totalFen, "总额的")],
    [word.payable, payableFen, formatShare(payableFen, originFen, "原价的")],
  ];
  return (
    <section aria-label="商品与价格">
      <h3 className={classes["title"]}>商品与价格</h3>
      <ul className={classes["goods"]}>
        {items === null && <li>{order.goodsNames || "-"}</li>}
        {items?.map((item) => (
          <li key={item.goodsId}>
            <span>
              {item.name}{" "}
              <small>{`× ${formatNumber(item.quantity)}，${order.type === "trial" ? "30 天" : `${formatNumber(item.months)} 个月`}`}</small>
            </span>
            <b>{formatAmount(item.amountFen)}</b>
            {isDiscounted(item) && <s>{`原价 ${formatAmount(item.originFen)}`}</s>}
          </li>
        ))}
      </ul>
      <dl className={classes["facts"]}>
        {figures.map(([title, fen, shareText]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {formatAmount(fen)} {shareText !== "" && <small>{shareText}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Null if an original price is unknown: in old orders, and for roles that see no amounts. */
const sumOriginFen = (items: readonly OrderItem[]): number | null =>
  items.reduce<number | null>(
    (sum, { originFen }) => (sum === null || originFen === null ? null : sum + originFen),
    0,
  );

const isDiscounted = ({ originFen, amountFen }: OrderItem): boolean =>
  originFen !== null && amountFen !== null && originFen > amountFen;

/** `原价的 82.5%`; empty for 0 % and 100 %. */
function formatShare(fen: number | null, total: number | null, label: string): string {
  if (fen === null || total === null || total === 0 || fen === total || fen === 0) return "";
  return `${label} ${formatNumber(Math.round((fen * 1000) / total) / 10)}%`;
}

/** A registered payment, to compare with its voucher and the bank statement. */
function AuditPayment({ pay }: { readonly pay: OrderPayRow }) {
  const facts: readonly (readonly [string, string])[] = [
    [word.payMethod, payMethod.label(pay.method) || "-"],
    [word.paidAt, formatTime(pay.paidAt)],
    [word.bankName, pay.bankName || "-"],
    [word.bankSerialNo, pay.bankSerialNo || "-"],
    [word.registeredBy, pay.registeredByName || "-"],
    [word.payNo, pay.payNo || "-"],
  ];
  return (
    <section aria-label="待核对的回款">
      <h3 className={classes["title"]}>待核对的回款</h3>
      <p className={classes["amount"]}>
        <b>{formatAmount(pay.amountFen)}</b>
        <span>{orderPayStatus.label(pay.status)}</span>
      </p>
      <dl className={classes["facts"]}>
        <div data-wide>
          <dt>{word.payer}</dt>
          <dd>
            {pay.payerName || "-"} {pay.payerDiffers && <StatusTag label="代付，需核实" color="orange" />}
          </dd>
        </div>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export interface AuditFactsProps {
  /** The full order where the platform has a call for it. */
  readonly order: OrderRow;
  /** Null for a refund and for an order that costs nothing. */
  readonly pay: OrderPayRow | null;
  readonly grants: readonly ServiceGrantRow[];
}

function Fact({ title, text, wide = false }: { title: string; text: ReactNode; wide?: boolean }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** What the order and its payment say before the decision. */
export function AuditFacts({ order, pay }: Omit<AuditFactsProps, "grants">) {
  const isRefund = order.status === "refunding";
  const isPending = awaitsAudit(order);
  return (
    <Stack>
      <dl className={classes["facts"]}>
        <Fact
          title={word.company}
          text={<RecordLink record="company" id={order.companyId} text={order.companyName} />}
          wide
        />
        <Fact title={word.type} text={orderType.label(order.type) || "-"} />
        <Fact title={word.paid} text={formatAmount(order.paidFen)} />
        <Fact
          title={word.createdBy}
          text={order.createdByName || (order.createdBy === null && isOrderDetail(order) ? "客户" : "-")}
        />
        <Fact title={word.submittedBy} text={order.submittedByName || "-"} />
        {isRefund && (
          <>
            <Fact title={word.askRefund} text={formatAmount(order.refundAskFen)} />
            <Fact title="此前已退" text={formatAmount(order.refundFen)} />
            <Fact title={word.refundPayee} text={order.refundPayee || "-"} wide />
            <Fact title={word.refundBank} text={order.refundBank || "-"} />
            <Fact title={word.refundAccount} text={order.refundAccount || "-"} />
            <Fact title="退款原因" text={order.closeReason || "-"} wide />
          </>
        )}
      </dl>
      <AuditPrice order={order} />
      {pay ? (
        <AuditPayment pay={pay} />
      ) : (
        isPending && !isRefund && <Text size="sm">该订单没有回款需要核对。</Text>
      )}
    </Stack>
  );
}

/** What follows an approval; nothing where there can be none. */
export function AuditEffect({ order, grants }: Pick<AuditFactsProps, "order" | "grants">) {
  if (!awaitsAudit(order) || getApprovalRefusal(order) !== null) return null;
  return (
    <section aria-label="通过后">
      <h3 className={classes["title"]}>通过后</h3>
      <Text size="sm">{approvalEffect(order)}</Text>
      <ul className={classes["grants"]}>
        {grants.map((grant, index) => (
          <li
            key={grant.id ?? `planned ${index}`}
          >{`${grant.serviceName} ${formatNumber(grant.total)} ${grant.unit}${formatGrantPeriod(order, grant)}`}</li>
        ))}
      </ul>
    </section>
  );
}
