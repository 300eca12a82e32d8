import { ActionIcon, Group, Skeleton, Title } from "@mantine/core";
import { IconChartBar, IconPhotoDown, IconTable } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import classes from "./Statistics.module.css";
import { SlowNotice, StatisticsError } from "./StatisticsError.tsx";

interface Props {
  readonly title: string;
  readonly isBusy: boolean;
  readonly isSlow: boolean;
  readonly error: ErrorInfo | null;
  readonly onRetry: () => void;
  /** Null before the first figures. */
  readonly chart: ReactNode | null;
  readonly table: ReactNode;
  readonly legend?: ReactNode;
  /** Saves the chart as a picture. */
  readonly onSavePicture: () => Promise<void>;
}

/** A chart with its data view, picture, error and retry. */
export function ChartCard(props: Props) {
  const { title, isBusy, isSlow, error, onRetry, chart, table, legend, onSavePicture } = props;
  const { toast } = usePageApi();
  const [isTable, setIsTable] = useState(false);
  const hasData = chart !== null;
  const savePicture = () =>
    void onSavePicture().catch((cause: unknown) => {
      reportError(cause);
      toast.error("图片没有保存，请重试");
    });
  return (
    <section
      className={classes["card"]}
      aria-label={title}
      aria-busy={isBusy}
      data-stale={(isBusy && hasData) || undefined}
    >
      <div className={classes["cardHead"]}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap={4} ml="auto" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            aria-label={isTable ? `${title}：图表` : `${title}：数据表`}
            title={isTable ? "图表" : "数据表"}
            disabled={!hasData}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={`${title}：保存为图片`}
            title="保存为图片"
            disabled={!hasData || isTable}
            onClick={savePicture}
          >
            <IconPhotoDown size={16} />
          </ActionIcon>
        </Group>
      </div>
      {isSlow && <SlowNotice title={title} onRetry={onRetry} />}
      {error && <StatisticsError title={title} error={error} onRetry={onRetry} />}
      {!hasData && !error && (
        <Skeleton height={260} animate={false} role="status" aria-label={word.counting} />
      )}
      {hasData && !isTable && legend}
      {hasData && (isTable ? table : chart)}
    </section>
  );
}
