import {
  Alert,
  Card,
  Group,
  List,
  ScrollArea,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from "@mantine/core";
import type { ReactNode } from "react";
import {
  platformEventKind,
  processDuty,
  systemStatusCalls,
} from "../../../../adapters/contract/systemStatus.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { usePolled } from "../../../list/usePolled.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatBytes } from "../../../ui/format/formatBytes.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatPercent } from "../../../ui/format/formatPercent.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { findConcerns, type SystemStatus } from "./findConcerns.ts";

const pollMs = 5_000;
const none = "-";

/** 运行状态: what has to be looked after, the processes, the database, the work that waits, what happened. */
export function SystemStatusPage() {
  const { client } = usePageApi();
  const polled = usePolled(
    "system",
    (signal) => client.call(systemStatusCalls.systemStatus, {}, { signal, quiet: true }),
    pollMs,
  );
  const status = polled?.data ?? null;
  return (
    <Stack gap="md" aria-busy={polled === null}>
      <Group gap="sm" align="baseline">
        <Title order={1} size="h4">
          {word.systemStatus}
        </Title>
        {status && <Text size="sm" c="dimmed">{`更新于 ${formatTime(status.at)}，每 5 秒更新`}</Text>}
      </Group>
      {polled?.isFailed && (
        <Alert
          color="orange"
          variant="light"
          role="alert"
          title={status ? "没有更新，以下是之前的状态" : "没有读到状态"}
        >
          服务器没有答复，页面会继续尝试。若一直如此，请检查服务是否在运行。
        </Alert>
      )}
      {status ? (
        <Details status={status} isOld={polled?.isFailed === true} />
      ) : (
        polled === null && <Skeleton height={240} animate={false} aria-label={word.reading} />
      )}
    </Stack>
  );
}

/** @param isOld whether a newer one could not be read: nobody knows then that all is well */
function Details({ status, isOld }: { readonly status: SystemStatus; readonly isOld: boolean }) {
  const { processes, database, jobs, events } = status;
  const concerns = findConcerns(status);
  return (
    <>
      {(!isOld || concerns.length > 0) && <Concerns concerns={concerns} />}
      <Section title="进程">
        <ProcessTable processes={processes} database={database} />
      </Section>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Section title="数据库">
          <Facts
            facts={[
              [word.type, database.kind === "embedded" ? "内置数据库" : "PostgreSQL 服务器"],
              [word.version, database.version],
              ["占用空间", formatBytes(database.sizeBytes)],
              ["答复用时", `${database.answerMs} 毫秒`],
              ["写入", database.isWritable ? "正常" : "不能写入"],
            ]}
          />
        </Section>
        <Section title="等待和进行中的任务">
          <Facts
            facts={[
              [word.exportRows, `${formatNumber(jobs.exports)} 个`],
              [word.importRows, `${formatNumber(jobs.imports)} 个`],
              ["待发短信", `${formatNumber(jobs.sms)} 条`],
            ]}
          />
        </Section>
      </SimpleGrid>
      <Section title="最近的平台事件">
        <Rows
          label="最近的平台事件"
          head={[word.time, word.event, word.lasting]}
          emptyText="没有停顿或中断"
          rows={events.map(({ at, kind, durationMs }, nth) => ({
            key: `${at} ${nth}`,
            cells: [
              formatTime(at),
              platformEventKind.label(kind),
              durationMs === 0 ? none : `${formatNumber(Math.round(durationMs / 1_000))} 秒`,
            ],
          }))}
        />
      </Section>
    </>
  );
}

const Concerns = ({ concerns }: { readonly concerns: readonly string[] }) =>
  concerns.length === 0 ? (
    <Alert color="green" variant="light" title="一切正常" role="status">
      进程、数据库和消息总线都正常。
    </Alert>
  ) : (
    <Alert color="red" variant="light" title={`${concerns.length} 项需要处理`} role="alert">
      <List size="sm">
        {concerns.map((concern) => (
          <List.Item key={concern}>{concern}</List.Item>
        ))}
      </List>
    </Alert>
  );

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card withBorder component="section" aria-label={title}>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
);

type Process = SystemStatus["processes"][number];

const toTag = ({ isRunning, hasFailed }: Process) =>
  isRunning
    ? ({ label: "运行中", color: "green" } as const)
    : hasFailed
      ? ({ label: "异常停止", color: "red" } as const)
      : ({ label: "已停止", color: "gray" } as const);

const columns = [
  "进程",
  word.status,
  "负责",
  "启动时间",
  word.lastHeartbeat,
  "CPU",
  "内存",
  "连接",
  word.flight,
  "样本（收 / 拒）",
  "等待写入",
  "数据库（进行 / 排队）",
  "消息总线",
];

/** Of each of the columns. */
function toCells(process: Process): readonly ReactNode[] {
  const { id, name, isThis, duties, startedAt, heardAt, status } = process;
  return [
    `${id === null ? "" : `#${id} `}${name}${isThis ? "（本次答复）" : ""}`,
    <StatusTag key="state" {...toTag(process)} />,
    duties.map((duty) => processDuty.label(duty)).join("、") || none,
    formatTime(startedAt),
    formatTime(heardAt),
    ...(status
      ? [
          formatPercent(status.cpu * 100, 0),
          formatBytes(status.memoryBytes),
          formatNumber(status.sockets),
          formatNumber(status.flights),
          `${formatNumber(status.samplesTaken)} / ${formatNumber(status.samplesRefused)}`,
          `${(status.unwrittenMs / 1_000).toFixed(1)} 秒`,
          `${status.databaseRunning} / ${status.databaseWaiting}`,
          status.isBusConnected === null ? "单进程" : status.isBusConnected ? "已连接" : "断开",
        ]
      : Array.from({ length: 8 }, () => none)),
  ];
}

/** A process that is the only one has nothing to be compared with, and nobody saw those before it end. */
function ProcessTable({ processes, database }: Pick<SystemStatus, "processes" | "database">) {
  const isOnly = database.kind === "embedded";
  return (
    <>
      <Rows
        label="进程"
        head={isOnly ? columns : [...columns, "数据结构版本"]}
        rows={processes.map((process) => ({
          key: `${process.id} ${process.startedAt}`,
          cells: isOnly ? toCells(process) : [...toCells(process), process.version],
        }))}
      />
      {isOnly && (
        <Text size="sm" c="dimmed" mt="xs">
          使用内置数据库时只有这一个进程，它之前是否异常停止没有记录；停了多久请看「最近的平台事件」中的「服务中断」。
        </Text>
      )}
    </>
  );
}

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <Table variant="vertical" layout="fixed">
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th w={120}>{name}</Table.Th>
          <Table.Td>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

interface RowsProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly emptyText?: string;
}

/** A table that scrolls sideways within the page, also by the keyboard. */
function Rows({ label, head, rows, emptyText }: RowsProps) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {emptyText}
      </Text>
    );
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="x"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": `${label}表` }}
    >
      <Table striped style={{ whiteSpace: "nowrap" }} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {head.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, column) => (
                <Table.Td key={head[column]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
