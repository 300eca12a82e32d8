import { Text } from "@mantine/core";
import { describeLeftOut, type ImportPreview } from "../../../../adapters/contract/flightFile.ts";
import { sampleField } from "../../../../adapters/contract/sample.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";

interface Props extends Pick<ImportPreview, "leftOut" | "cleared"> {
  /** Where nothing was left out. */
  readonly allText: string;
}

/** What of a recording is not in its tracks, and why. */
export function LeftOutText({ leftOut, cleared, allText }: Props) {
  const leftOutText = describeLeftOut(leftOut);
  const clearedText = cleared
    .map(({ field, count }) => `${sampleField.label(field)} ${formatNumber(count)} 个`)
    .join("，");
  return (
    <Text size="sm" c="dimmed">
      {leftOutText === "" && clearedText === "" && allText}
      {leftOutText !== "" && `未导入：${leftOutText}。`}
      {clearedText !== "" && `超出范围、按未知处理的数值：${clearedText}，对应的航迹点照常导入。`}
    </Text>
  );
}
