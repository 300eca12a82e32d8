import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import {
  type ImportKind,
  importCalls,
  importKind,
  type SheetImport,
} from "../../../adapters/contract/sheetImport.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { useQuery } from "../useQuery.ts";
import { LinesTable } from "./LinesTable.tsx";
import { faultHeader, saveFaults, toFaultLines } from "./reportFile.ts";
import { useCheck } from "./useSheetImports.ts";

/** How many rows of a file the server is through with. */
export function ImportProgress({
  label,
  done,
  total,
}: { readonly label: string } & Pick<SheetImport, "done" | "total">) {
  return (
    <Stack gap={4}>
      <Text size="sm">{`${label} ${formatNumber(done)} / ${formatNumber(total)} 行`}</Text>
      <Progress value={total > 0 ? (done / total) * 100 : 0} aria-label={label} />
    </Stack>
  );
}

function Failure({ message, onRetry }: { readonly message: string; readonly onRetry: (() => void) | null }) {
  return (
    <Alert color="red" p="xs" role="status" aria-label="检查结果">
      <Group gap="xs">
        <Text size="sm">{message || "文件没有检查完，请重试"}</Text>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {word.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

interface Props {
  readonly kind: ImportKind;
  /** Null: none that could be read. */
  readonly file: File | null;
}

/** What the import would do with the file: how many rows it takes, and what is wrong with the others. */
export function CheckReport({ kind, file }: Props) {
  const { client } = usePageApi();
  const key = file && `${file.name} ${file.size} ${file.lastModified}`;
  const started = useQuery(key, (signal) => {
    if (!file) throw new Error("no file to check");
    return client.call(importCalls.importCheck, { params: { kind }, file }, { signal, showsRefusal: true });
  });
  const { job, error } = useCheck(started.result.state === "success" ? started.result.data.id : null);
  if (key === null) return null;
  if (started.result.state === "error")
    return (
      <Failure message={started.result.message} onRetry={started.result.isRefused ? null : started.refetch} />
    );
  if (error) return <Failure message={error.message} onRetry={started.refetch} />;
  if (job?.endedAt && job.status !== "done")
    return <Failure message={job.failReason} onRetry={started.refetch} />;
  if (job?.endedAt) return <Found kind={kind} job={job} />;
  return (
    <div role="status">
      {job && job.status !== "waiting" ? (
        <ImportProgress label="正在检查" {...job} />
      ) : (
        <Text size="sm">正在读取文件…</Text>
      )}
    </div>
  );
}

function Found({ kind, job }: { readonly kind: ImportKind; readonly job: SheetImport }) {
  const { client } = usePageApi();
  const { total, created, faulty } = job;
  const { result, refetch } = useQuery(faulty > 0 ? job.id : null, (signal) =>
    client.call(importCalls.importReport, { params: { id: job.id } }, { signal }),
  );
  const noun = importKind.label(kind);
  if (faulty > 0 && result.state === "error") return <Failure message={result.message} onRetry={refetch} />;
  if (faulty > 0 && result.state === "pending") return <Text size="sm">正在读取检查结果…</Text>;
  const rows = result.state === "success" ? result.data.rows : [];
  const lines = toFaultLines(rows);
  return (
    <Stack gap="xs" role="status" aria-label="检查结果">
      <Alert color={faulty === 0 ? "green" : "orange"} p="xs">
        {`共 ${formatNumber(total)} 行，可导入 ${formatNumber(created)} 行${noun}${faulty > 0 ? `，${formatNumber(faulty)} 行需要修改，共 ${formatNumber(lines.length)} 处问题` : ""}`}
      </Alert>
      {lines.length > 0 && (
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => saveFaults(kind, rows)}
          >
            下载检查结果
          </Button>
          <LinesTable label="需要修改的行" header={faultHeader} lines={lines} />
        </>
      )}
    </Stack>
  );
}
