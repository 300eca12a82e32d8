import {
  Alert,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import {
  findColumnFaults,
  type StatementColumn,
  type StatementLayout,
  statementColumnLabels,
} from "../../../adapters/contract/bankStatement.ts";
import * as word from "../../../adapters/contract/words.ts";
import classes from "./StatementLines.module.css";
import type { StatementImportActor } from "./StatementLines.tsx";

const sampleRows = 5;
/** The columns that a person chooses one of, in the order of the form, with what each is for. */
const choices: readonly (readonly [name: StatementColumn, hint: string])[] = [
  ["date", "必选"],
  ["time", "与日期分列时选择"],
  ["serial", "必选，据此识别重复"],
  ["payer", "必选"],
  ["income", "只有收款，或贷方单独一列"],
  ["amount", "收支在同一列时选择"],
  ["direction", "与收支金额一起选择"],
  ["bank", "可不选"],
];

interface Props {
  readonly layout: StatementLayout;
  readonly actor: StatementImportActor;
}

/** Which column of the statement is what, chosen by a person beside its first rows, and kept for those like it. */
export function StatementColumns({ layout, actor }: Props) {
  const [titleRow, setTitleRow] = useState(layout.titleRow);
  const [columns, setColumns] = useState(layout.columns);
  const message = useSelector(actor, ({ context }) => context.message);
  const isSaving = useSelector(actor, (snapshot) => snapshot.hasTag("saving"));
  const headings = layout.rows[titleRow - 1] ?? [];
  const samples = layout.rows
    .map((row, index) => ({ row, number: index + 1 }))
    .slice(titleRow, titleRow + sampleRows);
  const width = Math.max(headings.length, ...samples.map(({ row }) => row.length));
  const indexes = Array.from({ length: width }, (_, index) => index);
  const getTitle = (index: number) => headings[index] || `第 ${index + 1} 列`;
  const options = headings.map((_, index) => ({ value: String(index), label: getTitle(index) }));
  const getRole = (index: number) =>
    choices
      .filter(([name]) => columns[name] === index)
      .map(([name]) => statementColumnLabels[name])
      .concat(columns.remarks.includes(index) ? [statementColumnLabels.remarks] : [])
      .join("、");
  const [fault] = findColumnFaults(columns);
  return (
    <Stack>
      <Text size="sm">
        请选择对账单的每一列是什么。所选的列会保存下来，以后任何人导入同样标题的对账单都按此读取。
      </Text>
      {layout.problems.length > 0 && (
        <Alert color="orange" role="status">
          {layout.problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      {message !== "" && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} verticalSpacing="xs">
        <NativeSelect
          label="标题行"
          description="列名所在的行"
          value={String(titleRow)}
          onChange={(event) => setTitleRow(Number(event.currentTarget.value))}
          data={layout.rows.slice(0, -1).map((row, index) => ({
            value: String(index + 1),
            label: `第 ${index + 1} 行：${row.filter((cell) => cell !== "").join("，")}`,
          }))}
        />
        {choices.map(([name, hint]) => (
          <NativeSelect
            key={name}
            label={statementColumnLabels[name]}
            description={hint}
            value={String(columns[name] ?? "")}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setColumns({ ...columns, [name]: value === "" ? null : Number(value) });
            }}
            data={[{ value: "", label: hint.startsWith("必选") ? word.choose : "没有" }, ...options]}
          />
        ))}
        <MultiSelect
          label={statementColumnLabels.remarks}
          description="可选多列，订单号从中查找"
          value={columns.remarks.map(String)}
          onChange={(values) => setColumns({ ...columns, remarks: values.map(Number) })}
          data={options}
          maxValues={10}
        />
      </SimpleGrid>
      <Table.ScrollContainer minWidth={Math.max(320, 130 * width)} scrollAreaProps={{ type: "auto" }}>
        <Table
          aria-label="对账单的前几行"
          withTableBorder
          withColumnBorders
          className={classes["lines"] ?? ""}
        >
          <Table.Thead>
            <Table.Tr>
              {indexes.map((index) => (
                <Table.Th key={index}>
                  {getTitle(index)}
                  <Text size="xs" c={getRole(index) === "" ? "dimmed" : "blue"}>
                    {getRole(index) || "不使用"}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {samples.map(({ row, number }) => (
              <Table.Tr key={number}>
                {indexes.map((index) => (
                  <Table.Td key={index}>{row[index]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between" className={classes["buttons"] ?? ""}>
        <Text size="sm" c="dimmed" role="status">
          {fault ?? "可以读取"}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={isSaving} onClick={() => actor.send({ type: "columns.back" })}>
            返回
          </Button>
          <Button
            loading={isSaving}
            disabled={fault !== undefined}
            onClick={() => actor.send({ type: "columns.save", columns: { headings, columns } })}
          >
            保存并读取
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
