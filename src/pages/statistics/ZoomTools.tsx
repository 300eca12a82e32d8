import { ActionIcon } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from "@tabler/icons-react";
import type { CategoryWindow } from "../../charts/createTrendChart.ts";
import { isWhole, moveBuckets, zoomBuckets } from "./zoom.ts";

interface Props {
  readonly window: CategoryWindow;
  /** Number of buckets. */
  readonly count: number;
  readonly onZoom: (window: CategoryWindow | null) => void;
}

/** Zooms all charts of the page at once, also by the keyboard. */
export function ZoomTools({ window, count, onZoom }: Props) {
  const whole = isWhole(window, count);
  const buttons = [
    {
      label: "看较早的",
      icon: <IconChevronLeft size={16} />,
      isDisabled: window.first === 0,
      next: () => moveBuckets(window, -1, count),
    },
    {
      label: "放大图表",
      icon: <IconZoomIn size={16} />,
      isDisabled: window.last - window.first < 2,
      next: () => zoomBuckets(window, 0.5, count),
    },
    { label: "显示全部日期", icon: <IconZoomReset size={16} />, isDisabled: whole, next: () => null },
    {
      label: "缩小图表",
      icon: <IconZoomOut size={16} />,
      isDisabled: whole,
      next: () => zoomBuckets(window, 2, count),
    },
    {
      label: "看较晚的",
      icon: <IconChevronRight size={16} />,
      isDisabled: window.last >= count - 1,
      next: () => moveBuckets(window, 1, count),
    },
  ];
  return (
    <ActionIcon.Group>
      {buttons.map(({ label, icon, isDisabled, next }) => (
        <ActionIcon
          key={label}
          variant="default"
          size="input-sm"
          aria-label={label}
          title={label}
          disabled={isDisabled}
          onClick={() => onZoom(next())}
        >
          {icon}
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}
