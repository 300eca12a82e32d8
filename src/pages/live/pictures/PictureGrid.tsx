import { Alert, Anchor, SegmentedControl, Title } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { PulledStream } from "../../../../adapters/contract/video.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import type { VideoMode } from "../../../../machines/videoPort.ts";
import { createServerClock, type ServerClock } from "../../../live/serverClock.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { usePageScope } from "../../../pageApi/usePageScope.ts";
import { usePageSearchParams } from "../../../pageApi/usePageSearchParams.ts";
import { getOfferedModes } from "../picture/offeredModes.ts";
import { PictureModes } from "../picture/PictureModes.tsx";
import { RtmpAddresses } from "../picture/RtmpAddresses.tsx";
import { useDocumentVisible } from "../picture/useDocumentVisible.ts";
import { chooseGridMode } from "./gridMode.ts";
import { type GridTasks, loadGridTasks } from "./gridTasks.ts";
import { PictureCell, type PictureSettings } from "./PictureCell.tsx";
import classes from "./PictureGrid.module.css";
import {
  type Cells,
  chooseTask,
  fillCells,
  type GridSize,
  gridSizes,
  type PictureAddress,
  parsePictureAddress,
  toPictureParams,
} from "./pictureAddress.ts";

/** Nine pictures are small, and share the line. */
const qualities = { 4: 3, 9: 2 } as const satisfies Readonly<Record<GridSize, PictureSettings["quality"]>>;

const cellNumbers = Array.from({ length: Math.max(...gridSizes) }, (_, index) => index + 1);

/** The address, and a function that changes a part of it. */
function usePictureAddress() {
  const [query, setQuery] = usePageSearchParams();
  const change = useCallback(
    (part: Partial<PictureAddress>) =>
      setQuery((before) => toPictureParams({ ...parsePictureAddress(before), ...part }, before), {
        replace: true,
      }),
    [setQuery],
  );
  return [parsePictureAddress(query), change] as const;
}

/** Gives new cells the first flights of the list; the address keeps them there when the list changes. */
function useFilledCells(
  { grid, cells }: PictureAddress,
  tasks: GridTasks | null,
  onFill: (part: { readonly cells: Cells }) => void,
): void {
  const filled = tasks
    ? fillCells(
        cells,
        grid,
        tasks.flying.map(({ id }) => id),
      )
    : cells;
  const key = filled.length > cells.length ? JSON.stringify(filled) : null;
  useEffect(() => {
    // Parsed from the key, which changes only with a value.
    if (key !== null) onFill({ cells: JSON.parse(key) as Cells });
  }, [key, onFill]);
}

interface ToolsProps {
  readonly address: PictureAddress;
  readonly offered: ReadonlySet<VideoMode>;
  readonly rtmpTasks: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (part: Partial<PictureAddress>) => void;
}

function GridTools({ address: { grid, mode }, offered, rtmpTasks, onChange }: ToolsProps) {
  return (
    <div className={classes["tools"]}>
      <Title order={1} size="h5">
        {word.videoGrid}
      </Title>
      <SegmentedControl
        size="xs"
        aria-label="宫格"
        data={gridSizes.map((size) => ({ value: String(size), label: `${size} 画面` }))}
        value={String(grid)}
        onChange={(value) => onChange({ grid: gridSizes.find((size) => String(size) === value) ?? grid })}
      />
      <PictureModes mode={mode} offered={offered} onChange={(next) => onChange({ mode: next })} />
      {rtmpTasks.length > 0 && <RtmpAddresses tasks={rtmpTasks} />}
      <Anchor component={Link} to="/page/page" size="sm">
        返回实时任务
      </Anchor>
    </div>
  );
}

const startClock = () => createServerClock(() => performance.now(), Date.now());

/** 视频宫格: the pictures of 4 or 9 flights side by side. */
export function PictureGrid() {
  const scope = usePageScope();
  const clock = scope.value("clock", startClock);
  const [address, change] = usePictureAddress();
  const { grid, cells } = address;
  const ids = cells.filter((id) => id !== null);
  const { tasks, hasFailed } = useGridTasks(ids.join(","), clock);
  useFilledCells(address, tasks, change);
  const [offered, setOffered] = useState<ReadonlySet<VideoMode>>(new Set());
  const [withoutSocket, setWithoutSocket] = useState<ReadonlySet<string>>(new Set());
  const [withRtmp, setWithRtmp] = useState<ReadonlySet<string>>(new Set());
  const noteStream = useCallback((stream: PulledStream) => {
    if (stream.source === "device" && stream.url !== "")
      setWithRtmp((before) => new Set([...before, stream.taskId]));
    setOffered((before) => new Set([...before, ...getOfferedModes(stream)]));
    if (stream.mode === "flv" && stream.url !== "" && stream.wsUrl === undefined)
      setWithoutSocket((before) => new Set([...before, stream.taskId]));
  }, []);
  const { mode, notice } = chooseGridMode({
    mode: address.mode,
    shown: ids.slice(0, grid),
    withoutSocket,
    offered,
  });
  const settings = { clock, mode, quality: qualities[grid], onPull: noteStream };
  const rtmpTasks = ids.flatMap((id) => {
    const task = tasks?.shown.get(id);
    return task?.status === "flying" && withRtmp.has(id) ? [task] : [];
  });
  return (
    <div className={classes["page"]} data-grid={grid}>
      <GridTools address={{ ...address, mode }} offered={offered} rtmpTasks={rtmpTasks} onChange={change} />
      {notice && (
        <Alert color="orange" variant="light" p="xs" role="status">
          {notice}
        </Alert>
      )}
      {hasFailed && (
        <Alert color="red" variant="light" p="xs" role="status">
          {tasks
            ? "任务读取失败，正在自动重试；高度、速度和电量停在上一次的数值，画面各自重连。"
            : "任务列表读取失败，正在自动重试。"}
        </Alert>
      )}
      <div className={classes["grid"]}>
        {cellNumbers.slice(0, grid).map((number) => {
          const taskId = cells[number - 1] ?? null;
          return (
            <PictureCell
              key={number}
              number={number}
              taskId={taskId}
              task={taskId === null ? null : tasks?.shown.get(taskId)}
              settings={settings}
              onChoose={(id) => change({ cells: chooseTask(cells, number - 1, id) })}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Height, speed and battery over the pictures are as old as this. */
const reloadMs = 3_000;

interface LoadedTasks {
  /** Null before the first answer. Stays while later loads fail. */
  readonly tasks: GridTasks | null;
  readonly hasFailed: boolean;
}

const nothingLoaded: LoadedTasks = { tasks: null, hasFailed: false };

/**
 * Loads the tasks of the cells now and every 3 s, while page and tab are shown.
 * @param ids separated by commas
 */
function useGridTasks(ids: string, clock: ServerClock): LoadedTasks {
  const { client } = usePageApi();
  const [loaded, setLoaded] = useState(nothingLoaded);
  const isVisible = useDocumentVisible();
  useEffect(() => {
    if (!isVisible) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cells = ids === "" ? [] : ids.split(",");
    const load = async () => {
      const sentAt = performance.now();
      try {
        const tasks = await loadGridTasks(client, cells, { signal, quiet: true });
        if (signal.aborted) return;
        clock.sync(tasks.at, sentAt);
        setLoaded({ tasks, hasFailed: false });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (signal.aborted) return;
        setLoaded((before) => ({ ...before, hasFailed: true }));
      }
      timer = setTimeout(() => void load(), reloadMs);
    };
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client, clock, ids, isVisible]);
  return loaded;
}
