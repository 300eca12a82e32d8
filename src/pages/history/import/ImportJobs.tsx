import { Anchor, Button, Group, Loader, Progress, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Link } from "react-router-dom";
import {
  type ImportedRecording,
  type ImportJob,
  importStatus,
} from "../../../../adapters/contract/flightFile.ts";
import { maxPlaybackFlights, toPlaybackPath } from "../../../live/playbackAddress.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { toFlightReportPath } from "../flightReportAddress.ts";
import classes from "./ImportJobs.module.css";
import { ImportPreview } from "./ImportPreview.tsx";
import { LeftOutText } from "./LeftOutText.tsx";
import { useRecordingImports } from "./useRecordingImports.ts";

/** What an import put into the history, what it left out and why, and where to see it. */
function ImportResult({ taskId, taskNo, flights, samples, leftOut, cleared = [] }: ImportedRecording) {
  const refs = flights.map(({ id }) => ({ taskId, flightId: id }));
  const [first] = refs;
  return (
    <>
      <Text size="sm">{`任务编号 ${taskNo}，${flights.length} 次飞行，${formatNumber(samples)} 个航迹点`}</Text>
      <LeftOutText leftOut={leftOut} cleared={cleared} allText="全部内容都已导入。" />
      {first && (
        <Group gap="md">
          <Anchor component={Link} size="sm" to={toPlaybackPath(refs.slice(0, maxPlaybackFlights))}>
            回放
          </Anchor>
          <Anchor component={Link} size="sm" to={toFlightReportPath(first)}>
            飞行报告
          </Anchor>
        </Group>
      )}
    </>
  );
}

/** How far an import is, or what came of it. */
function ImportState({ job }: { readonly job: ImportJob }) {
  const { status, ahead, preview, result, failReason } = job;
  if (preview) return <ImportPreview job={job} preview={preview} />;
  if (status === "waiting")
    return <Text size="sm">{ahead > 0 ? `前面还有 ${ahead} 个，轮到后自动导入` : "即将开始"}</Text>;
  if (status === "running") return <Progress value={100} animated aria-label="正在导入" />;
  return result ? (
    <ImportResult {...result} />
  ) : (
    <Text size="sm" c="var(--mantine-color-error)">
      {failReason}
    </Text>
  );
}

function ImportItem({ job }: { readonly job: ImportJob }) {
  const { user } = usePageApi();
  const { fileName, droneSn, status, createdAt, staffId, staffName } = job;
  const option = importStatus.options.find(({ value }) => value === status);
  return (
    <li className={classes["item"]}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" fw={600} className={classes["name"]}>
          {fileName}
        </Text>
        <StatusTag label={importStatus.label(status)} color={option?.color ?? "gray"} />
      </Group>
      <Text size="xs" c="dimmed">
        {[formatTime(createdAt), droneSn, ...(staffId === user.id ? [] : [staffName])].join(" · ")}
      </Text>
      <ImportState job={job} />
    </li>
  );
}

/** The latest imports. */
export function ImportJobs() {
  const imports = useRecordingImports();
  const jobs = useSelector(imports, ({ context }) => context.jobs);
  const isFailed = useSelector(imports, (snapshot) => snapshot.hasTag("failed"));
  if (isFailed)
    return (
      <Button variant="default" size="compact-sm" onClick={() => imports.send({ type: "jobs.retry" })}>
        导入情况没有读到，重试
      </Button>
    );
  if (!jobs) return <Loader size="sm" aria-label="正在读取导入情况" />;
  if (jobs.length === 0) return <Text size="sm">还没有导入过飞行记录</Text>;
  return (
    // Reachable by the keyboard, as it may scroll.
    <section className={classes["scroll"]} aria-label="最近的导入" tabIndex={0}>
      <ul className={classes["list"]} aria-live="polite">
        {jobs.map((job) => (
          <ImportItem key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

/** The latest imports below the form of another one; nothing before the first. */
export function RecentImports() {
  const imports = useRecordingImports();
  const hasSome = useSelector(
    imports,
    (snapshot) => snapshot.hasTag("failed") || (snapshot.context.jobs?.length ?? 0) > 0,
  );
  return hasSome ? (
    <div>
      <Text size="sm" fw={600} mb={4}>
        最近的导入
      </Text>
      <ImportJobs />
    </div>
  ) : null;
}
