import type { StatementCandidate, StatementLine } from "../../../adapters/contract/bankStatement.ts";
import { isSameName, normalizeName } from "../orderPay/payerName.ts";
import type { IncomingLine } from "./parseStatement.ts";

/** An order that waits for a bank transfer. */
export interface DueOrder {
  readonly id: string;
  readonly version: number;
  readonly orderNo: string;
  readonly companyName: string;
  readonly dueFen: number;
}

const orderNumberPattern = /DD\d{14,}/gi;
/** Orders proposed for a line: a company may have thousands that are due. */
const maxCandidates = 10;

interface Proposal {
  readonly match: StatementLine["match"];
  readonly orders: readonly DueOrder[];
  readonly note: string;
}

/** Due orders by what a line says of them: there may be thousands of both. */
interface DueOrders {
  readonly byNumber: ReadonlyMap<string, readonly DueOrder[]>;
  readonly byName: ReadonlyMap<string, readonly DueOrder[]>;
  readonly byAmount: ReadonlyMap<number, readonly DueOrder[]>;
}

const indexOrders = (orders: readonly DueOrder[]): DueOrders => ({
  byNumber: Map.groupBy(orders, ({ orderNo }) => orderNo),
  byName: Map.groupBy(orders, ({ companyName }) => normalizeName(companyName)),
  byAmount: Map.groupBy(orders, ({ dueFen }) => dueFen),
});

const isPayable = ({ dueFen }: DueOrder, { amountFen }: IncomingLine) => amountFen <= dueFen;

/** Proposes the orders that a line may pay: named in its remark, or due from the payer, or with the same amount. */
function propose(line: IncomingLine, { byNumber, byName, byAmount }: DueOrders): Proposal {
  const numbers = new Set((line.remark.match(orderNumberPattern) ?? []).map((text) => text.toUpperCase()));
  const named = [...numbers].flatMap((orderNo) => byNumber.get(orderNo) ?? []);
  const [onlyNamed, ...otherNamed] = named.filter((order) => isPayable(order, line));
  if (onlyNamed && otherNamed.length === 0 && named.length === 1)
    return { match: "matched", orders: [onlyNamed], note: "" };
  if (named.length > 1)
    return { match: "choose", orders: named.slice(0, maxCandidates), note: "附言中有多个订单号，请选择" };
  if (named.length === 1)
    return { match: "none", orders: [], note: "到账金额大于附言中订单的待付金额，请核对" };
  const own = byName.get(normalizeName(line.payerName)) ?? [];
  const exact = own.filter(({ dueFen }) => dueFen === line.amountFen);
  if (numbers.size > 0) {
    // The transfer is for an order that is not due: another one of the payer must not be taken for it.
    const candidates = own.filter((order) => isPayable(order, line)).slice(0, maxCandidates);
    const note = `附言中的订单 ${[...numbers].join("、")} 不在待付订单中，请核对`;
    return { match: candidates.length > 0 ? "choose" : "none", orders: candidates, note };
  }
  if (exact.length === 1) return { match: "matched", orders: exact, note: "" };
  if (exact.length > 1)
    return {
      match: "choose",
      orders: exact.slice(0, maxCandidates),
      note:
        exact.length > maxCandidates
          ? `该企业有 ${exact.length} 个待付金额相同的订单，只列出最早的 ${maxCandidates} 个`
          : "该企业有多个待付金额相同的订单",
    };
  const sameAmount = byAmount.get(line.amountFen) ?? [];
  const partial = own.filter((order) => isPayable(order, line)).slice(0, maxCandidates);
  const candidates = [...new Set([...partial, ...sameAmount.slice(0, 2 * maxCandidates)])];
  if (candidates.length === 0) return { match: "none", orders: [], note: "" };
  return {
    match: "choose",
    orders: candidates.slice(0, maxCandidates),
    note:
      partial.length > 0 ? "金额与待付金额不同，选择后按部分付款登记" : "付款方不是企业本身，请核对是否代付",
  };
}

const toCandidate = (line: IncomingLine, order: DueOrder): StatementCandidate => ({
  orderId: order.id,
  version: order.version,
  orderNo: order.orderNo,
  companyName: order.companyName,
  dueFen: order.dueFen,
  payerDiffers: !isSameName(line.payerName, order.companyName),
});

/**
 * Proposes for each line what it pays. A transfer that is registered already, or twice in the file, is a duplicate; an
 * order is proposed as matched once, because one payment of it can wait for its audit.
 * @param registered payments that stand, in words, by the bank's number in capitals
 */
export function matchStatement(
  lines: readonly IncomingLine[],
  orders: readonly DueOrder[],
  registered: ReadonlyMap<string, string>,
): StatementLine[] {
  const dueOrders = indexOrders(orders);
  const seen = new Map<string, number>();
  const matchedRows = new Map<string, number>();
  return lines.map((line): StatementLine => {
    const fields = { ...line, paidAt: line.paidAt.toISOString() };
    const serial = line.bankSerialNo.toUpperCase();
    const earlierRow = seen.get(serial);
    const known = registered.get(serial);
    if (known !== undefined || earlierRow !== undefined)
      return {
        ...fields,
        match: "duplicate",
        candidates: [],
        note: known === undefined ? `与第 ${earlierRow} 行的流水号相同` : `该流水号已登记过回款 ${known}`,
      };
    seen.set(serial, line.row);
    const { match, orders: found, note } = propose(line, dueOrders);
    const candidates = found.map((order) => toCandidate(line, order));
    const [first] = candidates;
    if (match !== "matched" || !first) return { ...fields, match, candidates, note };
    const takenBy = matchedRows.get(first.orderId);
    if (takenBy !== undefined)
      return {
        ...fields,
        match: "choose",
        candidates,
        note: `该订单已由第 ${takenBy} 行匹配，请核对是否重复付款`,
      };
    matchedRows.set(first.orderId, line.row);
    return { ...fields, match, candidates, note };
  });
}
