import { Alert, Button, Group, NativeSelect, Stack, Table, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import {
  type BankStatement,
  type StatementLine,
  statementMatch,
} from "../../../adapters/contract/bankStatement.ts";
import * as word from "../../../adapters/contract/words.ts";
import { isOutcomeUnknown } from "../../../machines/afterError.ts";
import type { LineResult, statementImportMachine } from "../../../machines/statementImport.machine.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./StatementLines.module.css";
import type { ChosenColumns } from "./statementPort.ts";

export type StatementImportActor = ActorRefFrom<
  typeof statementImportMachine<File, BankStatement, ChosenColumns>
>;

interface OrderChoiceProps {
  readonly line: StatementLine;
  /** Empty for a line that is left out. */
  readonly orderId: string;
  readonly disabled: boolean;
  readonly onChange: (orderId: string) => void;
}

/** The order that a line pays. */
function OrderChoice({ line, orderId, disabled, onChange }: OrderChoiceProps) {
  if (line.candidates.length === 0) return <Text size="sm">-</Text>;
  const chosen = line.candidates.find((candidate) => candidate.orderId === orderId);
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={`第 ${line.row} 行的订单`}
        disabled={disabled}
        value={orderId}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: "", label: "不登记" },
          ...line.candidates.map((candidate) => ({
            value: candidate.orderId,
            label: `${candidate.orderNo}，待付 ${formatMoney(candidate.dueFen)}，${candidate.companyName}`,
          })),
        ]}
      />
      {chosen?.payerDiffers && (
        <Text size="xs" c="dimmed">
          代付，审核时须核实
        </Text>
      )}
    </>
  );
}

/** What became of a line, after its registration. */
function ResultText({ result }: { readonly result: LineResult }) {
  if (result.error === null) return <StatusTag label="已登记" color="green" />;
  const { error } = result;
  return (
    <>
      <StatusTag label={isOutcomeUnknown(error) ? "结果未知" : "未登记"} color="orange" />
      <Text size="xs">
        {error.kind === "conflict"
          ? "订单已有变化，重试时按最新的订单核对"
          : isOutcomeUnknown(error)
            ? "没有收到答复，重试不会重复登记"
            : error.message || "请重试"}
      </Text>
    </>
  );
}

/** Rows that are not offered, and why. */
function LeftOut({ statement: { outgoing, unreadable } }: { readonly statement: BankStatement }) {
  if (outgoing === 0 && unreadable.length === 0) return null;
  return (
    <Alert color={unreadable.length > 0 ? "orange" : "gray"} role="status">
      {outgoing > 0 && <div>{`支出 ${formatNumber(outgoing)} 行，不导入。`}</div>}
      {unreadable.length > 0 && (
        <details>
          <summary>{`${formatNumber(unreadable.length)} 行没有读到`}</summary>
          <ul className={classes["reasons"]}>
            {unreadable.map(({ row, reason }) => (
              <li key={row}>{`第 ${row} 行：${reason}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Alert>
  );
}

interface Props {
  readonly statement: BankStatement;
  readonly actor: StatementImportActor;
  readonly onClose: () => void;
}

/** The lines of the statement with their proposed orders, then what became of each. */
export function StatementLines({ statement, actor, onClose }: Props) {
  const { choices, results, queue, sent } = useSelector(actor, ({ context }) => context);
  const isReview = useSelector(actor, (snapshot) => snapshot.hasTag("review"));
  const isRegistering = useSelector(actor, (snapshot) => snapshot.hasTag("registering"));
  const chosen = statement.lines.filter(({ row }) => choices[row] !== undefined);
  const sumFen = chosen.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const counts = Object.groupBy(statement.lines, ({ match }) => match);
  const matchText = statementMatch.options
    .map(({ value, label }) => {
      const count = counts[value as StatementLine["match"]]?.length ?? 0;
      return count > 0 ? `，${label} ${formatNumber(count)}` : "";
    })
    .join("");
  const registered = results.filter(({ error }) => error === null).length;
  return (
    <Stack>
      <Text size="sm">{`到账 ${formatNumber(statement.lines.length)} 笔${matchText}`}</Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {statement.layout.saved
            ? `按${statement.layout.saved.name}于 ${formatTime(statement.layout.saved.at).slice(0, 16)} 选择的列读取`
            : "按标题识别的列读取"}
        </Text>
        {isReview && (
          <Button variant="subtle" size="compact-sm" onClick={() => actor.send({ type: "columns.change" })}>
            重新选择列
          </Button>
        )}
      </Group>
      <LeftOut statement={statement} />
      {statement.lines.length > 0 && (
        <Table.ScrollContainer minWidth={940} scrollAreaProps={{ type: "auto" }}>
          <Table aria-label="对账单" withTableBorder verticalSpacing={6} className={classes["lines"] ?? ""}>
            <Table.Thead>
              <Table.Tr>
                {["行", word.paidAt, word.payer, word.amount, "流水号", word.status, word.order].map(
                  (title) => (
                    <Table.Th key={title}>{title}</Table.Th>
                  ),
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {statement.lines.map((line) => {
                const row = String(line.row);
                const result = results.find((one) => one.row === row);
                return (
                  <Table.Tr key={row}>
                    <Table.Td>{row}</Table.Td>
                    <Table.Td className={classes["short"] ?? ""}>
                      {formatTime(line.paidAt).slice(0, 16)}
                    </Table.Td>
                    <Table.Td>
                      {line.payerName}
                      {line.remark !== "" && (
                        <Text size="xs" c="dimmed">
                          {line.remark}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className={classes["amount"] ?? ""}>{formatMoney(line.amountFen)}</Table.Td>
                    <Table.Td className={classes["serial"] ?? ""}>{line.bankSerialNo}</Table.Td>
                    <Table.Td>
                      {result ? (
                        <ResultText result={result} />
                      ) : (
                        <>
                          <StatusTag {...statementMatch.tag(line.match)} />
                          {line.note !== "" && <Text size="xs">{line.note}</Text>}
                        </>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <OrderChoice
                        line={line}
                        orderId={choices[row] ?? ""}
                        disabled={!isReview}
                        onChange={(orderId) => actor.send({ type: "line.choose", row, orderId })}
                      />
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group justify="space-between" className={classes["buttons"] ?? ""}>
        <Text size="sm" role="status">
          {isReview
            ? `将登记 ${formatNumber(chosen.length)} 笔，共 ${formatMoney(sumFen)}`
            : isRegistering
              ? `正在登记，还有 ${formatNumber(queue.length)} 笔`
              : `已登记 ${formatNumber(registered)} 笔，未登记 ${formatNumber(sent.length - registered)} 笔`}
        </Text>
        <Group gap="xs">
          {isRegistering && (
            <Button variant="default" onClick={() => actor.send({ type: "import.stop" })}>
              停止
            </Button>
          )}
          {!isRegistering && (
            <Button variant="default" onClick={() => actor.send({ type: "import.restart" })}>
              选择其他文件
            </Button>
          )}
          {isReview && (
            <Button
              disabled={chosen.length === 0}
              onClick={() => actor.send({ type: "import.submit" })}
            >{`登记 ${formatNumber(chosen.length)} 笔回款`}</Button>
          )}
          {!isReview && !isRegistering && (
            <>
              {registered < sent.length && (
                <Button variant="default" onClick={() => actor.send({ type: "import.retry" })}>
                  重试未登记的
                </Button>
              )}
              <Button onClick={onClose}>完成</Button>
            </>
          )}
        </Group>
      </Group>
    </Stack>
  );
}
