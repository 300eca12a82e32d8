import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import {
  flightFileCalls,
  type ImportJob,
  type ImportPreview as Preview,
} from "../../../../adapters/contract/flightFile.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { createRequestId } from "../../../../adapters/http/createRequestId.ts";
import { toCallError } from "../../../list/toCallError.ts";
import { formatDistance } from "../../../live/formatFlight.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { formatSeconds } from "../flightFormats.ts";
import classes from "./ImportPreview.module.css";
import { LeftOutText } from "./LeftOutText.tsx";
import { useRecordingImports } from "./useRecordingImports.ts";

const PreviewMap = lazyComponent(async () => (await import("./PreviewMap.tsx")).default);

/** What an import would save, with the way to save it or not. */
export function ImportPreview({
  job: { id, fileName },
  preview: { flights, samples, leftOut, cleared },
}: {
  readonly job: ImportJob;
  readonly preview: Preview;
}) {
  const { client, toast } = usePageApi();
  const [isSending, setIsSending] = useState(false);
  const imports = useRecordingImports();
  const decide = (save: boolean) => {
    setIsSending(true);
    const body = { id, save, requestId: createRequestId() };
    client.call(flightFileCalls.flightImportDecide, { body }).then(
      // What becomes of it comes by the socket, and takes the place of the preview.
      () => toast.success(save ? "已确认，正在保存" : "没有保存，该导入已取消"),
      // The console shows it. It may have been decided elsewhere.
      (error: unknown) => {
        toCallError(error);
        setIsSending(false);
        imports.send({ type: "jobs.retry" });
      },
    );
  };
  return (
    <section className={classes["preview"]} aria-label={`${fileName} 待确认的内容`}>
      <div className={classes["map"]}>
        <PreviewMap flights={flights} />
      </div>
      <Text size="sm">{`${flights.length} 次飞行，${formatNumber(samples)} 个航迹点`}</Text>
      <ol className={classes["flights"]}>
        {flights.map(({ startedAt, durationS, distanceM, samples: points }) => (
          <li key={startedAt}>
            {`${formatTime(startedAt)} 开始，${formatSeconds(durationS)}，${formatDistance(distanceM)}，${formatNumber(points)} 个点`}
          </li>
        ))}
      </ol>
      <LeftOutText leftOut={leftOut} cleared={cleared} allText="文件的全部内容都会导入。" />
      <Group gap="xs">
        <Button size="compact-sm" loading={isSending} onClick={() => decide(true)}>
          {word.save}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isSending} onClick={() => decide(false)}>
          不保存
        </Button>
      </Group>
    </section>
  );
}
