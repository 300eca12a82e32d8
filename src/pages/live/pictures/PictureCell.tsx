import { ActionIcon, Anchor, Loader, Text } from "@mantine/core";
import { IconSwitchHorizontal } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { PulledStream } from "../../../../adapters/contract/video.ts";
import type { VideoMode, VideoQuality } from "../../../../machines/videoPort.ts";
import { toRecordPath } from "../../../list/links/recordLinks.ts";
import { ChoiceSelect } from "../../../list/pickers/ChoiceSelect.tsx";
import type { Choice, ChoiceSource } from "../../../list/pickers/choiceSource.ts";
import { filterByName } from "../../../list/pickers/nameSearch.ts";
import { getPictureMetrics } from "../../../live/flightMetrics.ts";
import type { ServerClock } from "../../../live/serverClock.ts";
import LivePicture from "../picture/LivePicture.tsx";
import { type GridTask, loadFlying, loadTask } from "./gridTasks.ts";
import classes from "./PictureGrid.module.css";

/** How a grid plays its pictures. */
export interface PictureSettings {
  readonly clock: ServerClock;
  readonly mode: VideoMode;
  readonly quality: VideoQuality;
  readonly onPull: (stream: PulledStream) => void;
}

interface Props {
  /** From 1. */
  readonly number: number;
  readonly taskId: string | null;
  /** Null where there is no such task, undefined before it is known. */
  readonly task: GridTask | null | undefined;
  readonly settings: PictureSettings;
  readonly onChoose: (taskId: string | null) => void;
}

const toChoice = ({ id, name, droneSn }: GridTask): Choice => ({ value: id, label: `${name} · ${droneSn}` });

/** Tasks in the air, by name, number, drone, company or pilot; those of the first page also by the name's pinyin. */
const flyingChoices: ChoiceSource = {
  placeholder: "搜索在飞任务",
  emptyText: "当前没有在飞任务",
  async search(client, text, signal) {
    const typed = text.trim();
    const { flying } = await loadFlying(client, typed, { signal });
    const found = flying.map(toChoice);
    if (typed === "") return found;
    const named = await filterByName(typed, (await loadFlying(client, "", { signal })).flying.map(toChoice));
    return [...found, ...named.filter(({ value }) => !found.some((choice) => choice.value === value))];
  },
  async fetchByIds(client, ids, signal) {
    const tasks = await Promise.all(ids.map((id) => loadTask(client, id, { signal })));
    return tasks.flatMap((task) => (task ? [toChoice(task)] : []));
  },
};

/** The way to another task. Takes the focus when it opens. */
function CellPicker({ number, taskId, onChoose }: Pick<Props, "number" | "taskId" | "onChoose">) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={frame} className={classes["picker"]}>
      <ChoiceSelect
        aria-label={`画面 ${number} 的任务`}
        source={flyingChoices}
        value={taskId}
        onChange={onChoose}
      />
    </div>
  );
}

/** The picture, or in its place why there is none. */
function CellBody({ taskId, task, settings, onChoose, number }: Props) {
  if (taskId === null)
    return (
      <div className={classes["notice"]}>
        <Text size="sm">没有画面，请选择一个在飞任务。</Text>
        <ChoiceSelect
          aria-label={`画面 ${number} 的任务`}
          source={flyingChoices}
          value={null}
          onChange={onChoose}
        />
      </div>
    );
  if (task === undefined)
    return (
      <div className={classes["notice"]}>
        <Loader size="sm" aria-label="正在读取任务" />
      </div>
    );
  if (task === null)
    return (
      <div className={classes["notice"]} role="status">
        <Text size="sm">{`没有编号为 ${taskId} 的任务，请更换任务。`}</Text>
      </div>
    );
  if (task.status === "over")
    return (
      <div className={classes["notice"]} role="status">
        <Text size="sm">任务已经结束，没有实时画面。请更换任务，或在历史任务中查看录像。</Text>
        <Anchor component={Link} to="/page/directive" size="sm">
          打开历史任务
        </Anchor>
      </div>
    );
  if (task.status === "planned")
    return (
      <div className={classes["notice"]} role="status">
        <Text size="sm">任务尚未起飞，起飞后自动播放。</Text>
      </div>
    );
  const { clock, mode, quality, onPull } = settings;
  return (
    <LivePicture
      key={taskId}
      taskId={taskId}
      taskName={task.name}
      clock={clock}
      mode={mode}
      quality={quality}
      prefersSocket
      metrics={task.last ? getPictureMetrics(task.last) : noMetrics}
      onPull={onPull}
    />
  );
}

const noMetrics = [] as const;

/** One place of the grid: whose picture it is, the picture, and the choice of another. A click opens the task. */
export function PictureCell(props: Props) {
  const { number, taskId, task, onChoose } = props;
  const [isChoosing, setChoosing] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChoosing(false);
    changeButton.current?.focus();
  };
  const choose = (id: string | null) => {
    close();
    onChoose(id);
  };
  const name = taskId === null ? "空" : (task?.name ?? `任务 ${taskId}`);
  return (
    <section className={classes["cell"]} aria-label={`画面 ${number}：${name}`}>
      {taskId !== null && (
        <div className={classes["head"]}>
          <Link className={classes["title"]} to={toRecordPath("task", taskId)} title="在实时任务中打开">
            {name}
          </Link>
          <span className={classes["drone"]}>{task?.droneSn}</span>
          <ActionIcon
            ref={changeButton}
            className={classes["change"] ?? ""}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`更换画面 ${number} 的任务`}
            aria-expanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            <IconSwitchHorizontal size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {isChoosing && taskId !== null && <CellPicker number={number} taskId={taskId} onChoose={choose} />}
      <CellBody {...props} />
    </section>
  );
}
