import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import {
  type ImportKind,
  importCalls,
  type SheetImport,
  sheetImportStatus,
} from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { ImportJobs } from "../imports/ImportJobs.tsx";
import { toCallError } from "../toCallError.ts";
import { useQuery } from "../useQuery.ts";
import { ImportProgress } from "./CheckReport.tsx";
import { LinesTable } from "./LinesTable.tsx";
import { saveReport } from "./reportFile.ts";
import { useSheetImports } from "./useSheetImports.ts";

/** 已导入 9,998 行，2 行没有导入，已撤销 3 行 */
function describe({ created, faulty, undone }: SheetImport): string {
  const parts = [`已导入 ${formatNumber(created)} 行`];
  if (faulty > 0) parts.push(`${formatNumber(faulty)} 行有问题，没有导入`);
  if (undone > 0) parts.push(`已撤销 ${formatNumber(undone)} 行`);
  return parts.join("，");
}

/** The records that could not be taken back, and why. */
function KeptRecords({ job: { id, undone } }: { readonly job: SheetImport }) {
  const { client } = usePageApi();
  const { result } = useQuery(`${id} ${undone}`, (signal) =>
    client.call(importCalls.importReport, { params: { id } }, { signal, quiet: true }),
  );
  const kept = result.state === "success" ? result.data.rows.filter((row) => row.kept !== "") : [];
  return kept.length > 0 ? (
    <LinesTable
      label="未能撤销的记录"
      header={["行", word.name, "保留的原因"]}
      lines={kept.map(({ row, title, kept: reason }) => [String(row), title, reason])}
    />
  ) : null;
}

interface OutcomeProps {
  readonly job: SheetImport;
  /** Its buttons are about to go. */
  readonly focusItem: () => void;
}

/** What came of an import, with its report, the passwords of its accounts, and the way to take it back. */
function ImportOutcome({ job, focusItem }: OutcomeProps) {
  const { client, user } = usePageApi();
  const imports = useSheetImports(job.kind);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { id, kind, created, undone, failReason } = job;
  const readReport = () => client.call(importCalls.importReport, { params: { id } });
  const act = (run: () => Promise<void>) => {
    setBusy(true);
    // The console shows what failed as a toast.
    run()
      .catch(toCallError)
      .finally(() => {
        setBusy(false);
        imports.send({ type: "jobs.retry" });
      });
  };
  const save = async () => saveReport(kind, (await readReport()).rows, null);
  const savePasswords = async () => {
    const { rows } = await readReport();
    const body = { id, requestId: createRequestId() };
    const { secret } = await client.call(importCalls.importPasswords, { body });
    saveReport(kind, rows, new Map((secret ?? []).map(({ row, password }) => [row, password])));
  };
  const undo = async () => {
    setAsking(false);
    await client.call(importCalls.importUndo, { body: { id, requestId: createRequestId() } });
  };
  const isOwn = job.staffId === user.id;
  return (
    <Stack gap={6}>
      {failReason !== "" && (
        <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: "anywhere" }}>
          {failReason}
        </Text>
      )}
      {created > 0 && <Text size="sm">{describe(job)}</Text>}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => act(save)}>
          下载结果表
        </Button>
        {job.hasPasswords && isOwn && (
          <Button size="compact-sm" disabled={isBusy} onClick={() => act(savePasswords)}>
            领取初始密码（仅一次）
          </Button>
        )}
        {job.canUndo && (
          <Button
            size="compact-sm"
            variant="default"
            c="var(--mantine-color-error)"
            loading={isBusy}
            onClick={() => setAsking(true)}
          >
            撤销导入
          </Button>
        )}
      </Group>
      {isAsking && (
        <Dialog opened onClose={() => setAsking(false)} title="撤销导入" size="sm" zIndex={300} centered>
          <Stack>
            <Text size="sm">
              {`将删除这次导入的 ${formatNumber(created - undone)} 条记录。已经有订单、设备、任务等内容或被修改过的记录会保留，并说明原因。`}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
                不撤销
              </Button>
              <Button
                color="red"
                onClick={() => {
                  focusItem();
                  act(undo);
                }}
              >
                确定撤销
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
      {(undone > 0 || failReason !== "") && undone < created && <KeptRecords job={job} />}
    </Stack>
  );
}

function ImportState({ job, focusItem }: OutcomeProps) {
  if (job.status === "waiting") return <Text size="sm">正在排队，轮到后自动导入</Text>;
  if (job.status === "checking") return <ImportProgress label="正在检查" {...job} />;
  if (job.status === "running") return <ImportProgress label="正在导入" {...job} />;
  if (job.status === "undoing")
    return <ImportProgress label="正在撤销" done={job.done} total={job.created} />;
  return <ImportOutcome job={job} focusItem={focusItem} />;
}

/** A job of which nothing is left is said to be undone. */
const getStatus = ({ status, created, undone }: SheetImport) =>
  created > 0 && undone === created ? { label: "已撤销", color: "gray" } : sheetImportStatus.tag(status);

/** The latest imports of a kind; nothing before the first. */
export function SheetImportJobs({ kind }: { readonly kind: ImportKind }) {
  return <ImportJobs imports={useSheetImports(kind)} getStatus={getStatus} State={ImportState} />;
}
