import {
  type BankStatement,
  bankStatementCalls,
  type StatementColumns,
  statementExtensions,
  statementMaxBytes,
} from "../../../adapters/contract/bankStatement.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import * as word from "../../../adapters/contract/words.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import type {
  ChosenLine,
  StatementChoices,
  StatementImportPort,
} from "../../../machines/statementImport.machine.ts";
import { normalizeErrors } from "../../list/toCallError.ts";

export const statementHint = "CSV（UTF-8 或 GBK）、XLSX 或 XLS，不超过 5 MB、2000 行";

function validateFile({ name, size }: File): string | null {
  if (!statementExtensions.some((extension) => name.toLowerCase().endsWith(extension)))
    return `请选择银行对账单文件：${statementHint}`;
  if (size === 0) return word.emptyFile;
  return size <= statementMaxBytes ? null : "文件不能超过 5 MB，请分段下载对账单后再导入";
}

/** Columns that a person has chosen by a statement's headings. */
export interface ChosenColumns {
  readonly headings: string[];
  readonly columns: StatementColumns;
}

/** The orders of the lines that are matched with certainty. */
const getProposals = ({ lines }: BankStatement): StatementChoices =>
  Object.fromEntries(
    lines.flatMap(({ row, match, candidates: [first] }) =>
      match === "matched" && first ? [[String(row), first.orderId]] : [],
    ),
  );

/** Reads a statement and registers its lines one by one, as by hand: by this person, who then cannot audit them. */
export function createStatementPort(client: Client): StatementImportPort<File, BankStatement, ChosenColumns> {
  let statement: BankStatement | null = null;
  /**
   * The version that a line is sent with, by its `requestId`: a line without an answer is sent again unchanged, one whose
   * order had changed (null) with the order's version then, if as much is due as when the line was matched: another
   * payment may be the same transfer, registered by hand. The server says if nothing is due.
   */
  const versions = new Map<string, number | null>();

  async function getVersion({ row, orderId, requestId }: ChosenLine, signal: AbortSignal): Promise<number> {
    const known = versions.get(requestId);
    if (typeof known === "number") return known;
    const order = findLine(row).candidates.find((candidate) => candidate.orderId === orderId);
    if (!order) throw new Error(`The statement has no order ${orderId} for row ${row}`);
    if (known === undefined) return order.version;
    const latest = await client.call(
      orderCalls.orderOne,
      { params: { id: orderId } },
      { signal, quiet: true },
    );
    const { payableFen, paidFen, status } = latest;
    if (status === "pending" && (payableFen ?? 0) - (paidFen ?? 0) !== order.dueFen)
      throw new CallError("refused", "register", {
        message: "订单已有新的回款，请核对是否为同一笔，再重新导入对账单",
      });
    return latest.version;
  }

  function findLine(row: string) {
    const line = statement?.lines.find((one) => String(one.row) === row);
    if (!line) throw new Error(`The statement has no row ${row}`);
    return line;
  }

  async function register(chosen: ChosenLine, signal: AbortSignal): Promise<void> {
    const { orderId: id, requestId, row } = chosen;
    const { amountFen, bankName, bankSerialNo, payerName, paidAt } = findLine(row);
    const version = await getVersion(chosen, signal);
    versions.set(requestId, version);
    const body = { id, version, requestId, amountFen, bankName, bankSerialNo, payerName, paidAt };
    try {
      await client.call(
        orderPayCalls.orderPayRegister,
        { body },
        { signal, quiet: true, showsRefusal: true },
      );
    } catch (error) {
      if (error instanceof CallError && error.kind === "conflict") versions.set(requestId, null);
      throw error;
    }
  }

  return {
    validateFile,
    read: async (file, signal) => {
      statement = await normalizeErrors(
        client.call(
          bankStatementCalls.bankStatementRead,
          { file },
          { signal, quiet: true, showsRefusal: true },
        ),
      );
      return statement;
    },
    needsColumns: ({ layout }) => layout.problems.length > 0,
    saveColumns: async ({ headings, columns }, signal) => {
      const body = { headings, statementColumns: columns };
      await normalizeErrors(
        client.call(
          bankStatementCalls.statementLayoutSave,
          { body },
          { signal, quiet: true, showsRefusal: true },
        ),
      );
    },
    getProposals,
    newRequestId: () => createRequestId(),
    register: (line, signal) => normalizeErrors(register(line, signal)),
  };
}
