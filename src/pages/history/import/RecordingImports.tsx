import { Anchor, Group, Progress, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import {
  type ImportedRecording,
  type ImportJob,
  importStatus,
} from "../../../../adapters/contract/flightFile.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { ImportJobs } from "../../../list/imports/ImportJobs.tsx";
import { maxPlaybackFlights, toPlaybackPath } from "../../../live/playbackAddress.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { toFlightReportPath } from "../flightReportAddress.ts";
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
            {word.playBack}
          </Anchor>
          <Anchor component={Link} size="sm" to={toFlightReportPath(first)}>
            {word.flightReport}
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

/** The latest imports of recordings; nothing before the first. */
export function RecordingImports() {
  return (
    <ImportJobs
      imports={useRecordingImports()}
      getStatus={({ status }) => importStatus.tag(status)}
      getTarget={({ droneSn }) => droneSn}
      State={ImportState}
    />
  );
}
