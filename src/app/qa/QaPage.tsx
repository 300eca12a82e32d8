import { Button, Text, Title } from "@mantine/core";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { AnyStateMachine } from "xstate";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import * as word from "../../../adapters/contract/words.ts";
import { socketMachine } from "../../../machines/socket.machine.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import type { SocketClient } from "../socket/startSocket.ts";
import { type LogEntry, type Recorder, toStatePaths } from "./createRecorder.ts";
import classes from "./Qa.module.css";
import { isActive, type StateBox, type StateTransition, toStateBoxes } from "./toStateBoxes.ts";

const machineTitles: Readonly<Record<string, string>> = {
  session: "登录会话",
  idle: "无操作守护",
  socket: "实时连接",
  passwordWarning: "密码提醒",
  passwordChange: word.changePassword,
  secondFactor: word.secondFactor,
  layout: word.layout,
  tags: "标签",
  notifications: word.notification,
  desk: word.desk,
  alarms: word.currentAlarms,
};

/** The displayed name of a machine; names of pages' machines contain the page's path and stay as they are. */
const getMachineTitle = (name: string): string => {
  const title = lookUp(machineTitles, name);
  return title === undefined ? name : `${title} ${name}`;
};

interface DiagramProps {
  readonly box: StateBox;
  readonly active: readonly string[];
}

/** A machine's states as nested boxes with their transitions; active states are highlighted. */
function StateDiagram({ box, active }: DiagramProps) {
  return (
    <>
      {box.transitions.length > 0 && (
        <div className={classes.anyState}>
          <span className={classes.anyStateLabel}>任何状态</span>
          <TransitionList transitions={box.transitions} />
        </div>
      )}
      <StateList box={box} active={active} />
    </>
  );
}

function StateList({ box: { parallel, states }, active }: DiagramProps) {
  return (
    <ul className={classes.diagram} data-parallel={parallel || undefined}>
      {states.map((state) => (
        <StateView key={state.path} box={state} active={active} />
      ))}
    </ul>
  );
}

function StateView({ box, active }: DiagramProps) {
  const isCurrent = isActive(box, active);
  return (
    <li
      className={classes.state}
      data-current={isCurrent || undefined}
      data-compound={box.states.length > 0 || undefined}
      data-final={box.final || undefined}
      data-state={box.path}
      aria-current={isCurrent || undefined}
    >
      <p className={classes.stateName}>
        {box.initial && <span className={classes.initial} title="起始状态" />}
        {box.name}
        {isCurrent && <span className={classes.current}>当前</span>}
      </p>
      {(box.invocations.length > 0 || box.tags.length > 0) && (
        <p className={classes.labels}>
          {box.invocations.map((call) => (
            <span key={call} className={classes.invocation}>
              {`⟳ ${call}`}
            </span>
          ))}
          {box.tags.map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
        </p>
      )}
      <TransitionList transitions={box.transitions} />
      {box.states.length > 0 && <StateList box={box} active={active} />}
    </li>
  );
}

function TransitionList({ transitions }: { readonly transitions: readonly StateTransition[] }) {
  if (transitions.length === 0) return null;
  return (
    <ul className={classes.transitions}>
      {transitions.map(({ trigger, guard, target }) => (
        <li key={`${trigger} ${guard} ${target}`}>
          {trigger}
          {guard !== "" && <span className={classes.guard}>{` [${guard}]`}</span>}
          {target !== "" && (
            <>
              <span className={classes.arrow}> → </span>
              {target}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface EventLogProps {
  readonly recorder: Recorder;
  readonly entries: readonly LogEntry[];
}

/** The last 200 events of all machines or of one, newest first; can be paused. */
function EventLog({ recorder, entries: latest }: EventLogProps) {
  const [pausedEntries, setPausedEntries] = useState<readonly LogEntry[] | null>(null);
  const [machine, setMachine] = useState("");
  const entries = pausedEntries ?? latest;
  const names = [...new Set(entries.map((entry) => entry.machine))].sort();
  const visibleEntries = entries.filter((entry) => machine === "" || entry.machine === machine);
  return (
    <section className={classes.log} aria-label="最近事件">
      <div className={classes.logHead}>
        <h2 className={classes.heading}>最近事件</h2>
        <Text size="xs" c="dimmed">
          最多 200 条，不含令牌、密码与手机号
        </Text>
      </div>
      <div className={classes.tools}>
        <select
          className={classes.select}
          aria-label="按状态机筛选"
          value={machine}
          onChange={(event) => setMachine(event.currentTarget.value)}
        >
          <option value="">全部状态机</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {getMachineTitle(name)}
            </option>
          ))}
        </select>
        <Button variant="default" onClick={() => setPausedEntries(pausedEntries ? null : latest)}>
          {pausedEntries ? "继续" : word.pause}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setPausedEntries(null);
            recorder.clear();
          }}
        >
          {word.clear}
        </Button>
      </div>
      <ol className={classes.entries} tabIndex={0} aria-label={word.event}>
        {visibleEntries.map(({ key, at, machine: name, type, payload, state, count }) => (
          <li key={key} className={classes.entry}>
            <span className={classes.entryHead}>
              <time>{`${formatClock(at)}.${String(at % 1000).padStart(3, "0")}`}</time>
              <b className={classes.type}>{type}</b>
              {count > 1 && <span className={classes.count}>{`×${count}`}</span>}
            </span>
            <span className={classes.source}>
              {getMachineTitle(name)}
              {state !== "" && ` → ${state}`}
            </span>
            <EntryDetail payload={payload} />
          </li>
        ))}
        {visibleEntries.length === 0 && <li className={classes.empty}>还没有事件。</li>}
      </ol>
    </section>
  );
}

function EntryDetail({ payload }: Pick<LogEntry, "payload">) {
  const text = JSON.stringify(payload);
  return text === "{}" ? null : <code className={classes.payload}>{text}</code>;
}

interface MachineInfo {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly active: readonly string[];
  readonly remark?: string;
}

interface Props {
  readonly recorder: Recorder;
  readonly socket: SocketClient;
  readonly onMount: () => void;
}

/** A diagram of every machine that runs in this tab, with the current states marked, beside an event log. */
export default function QaPage({ recorder, socket: mirror, onMount }: Props) {
  const entries = useSyncExternalStore(recorder.subscribe, recorder.entries);
  const running = useSyncExternalStore(recorder.subscribe, recorder.running);
  const socket = useSocketCard(mirror);
  // Called once: it completes the shell's progress bar.
  const [initialOnMount] = useState(() => onMount);
  useEffect(initialOnMount, [initialOnMount]);
  const cards: readonly MachineInfo[] = [
    ...running.map(({ name, machine, value }) => ({ name, machine, active: toStatePaths(value) })),
    socket,
  ].sort((a, b) => getRank(a.name) - getRank(b.name) || a.name.localeCompare(b.name));
  return (
    <div className={classes.page}>
      <div className={classes.machines}>
        <Title order={1} size="h3">
          运行中的状态机
        </Title>
        <Text c="dimmed" size="sm" mt={4}>
          本标签页内正在运行的全部状态机：亮起的是当前状态，框内列出离开它的条件。仅供测试使用。
        </Text>
        <nav className={classes.index} aria-label="状态机">
          {cards.map(({ name, active }) => (
            <a key={name} href={`#machine-${name}`} className={classes.indexLink}>
              <b>{getMachineTitle(name)}</b>
              <span>{active.join(" + ")}</span>
            </a>
          ))}
        </nav>
        {cards.map((card) => (
          <MachineCard key={card.name} {...card} />
        ))}
      </div>
      <EventLog recorder={recorder} entries={entries} />
    </div>
  );
}

/** The console's own machines first, then those of its pages. */
const machineOrder = ["session", "idle", "socket", "passwordWarning", "passwordChange", "layout", "tags"];
const getRank = (name: string) => {
  const index = machineOrder.indexOf(name);
  return index < 0 ? machineOrder.length : index;
};

function MachineCard({ name, machine, active, remark }: MachineInfo) {
  const box = useMemo(() => toStateBoxes(machine), [machine]);
  return (
    <section
      className={classes.card}
      id={`machine-${name}`}
      aria-label={getMachineTitle(name)}
      data-machine={name}
    >
      <div className={classes.cardHead}>
        <h2 className={classes.heading}>{getMachineTitle(name)}</h2>
        {active.map((path) => (
          <span key={path} className={classes.badge}>
            {path}
          </span>
        ))}
        {remark !== undefined && (
          <Text size="xs" c="dimmed">
            {remark}
          </Text>
        )}
      </div>
      <StateDiagram box={box} active={active} />
    </section>
  );
}

/** The socket's machine runs in the worker; the page mirrors its state and draws the same definition. */
function useSocketCard(socket: SocketClient): MachineInfo {
  const { phase } = useSyncExternalStore(socket.subscribe, socket.getStatus);
  const state = useSyncExternalStore(socket.subscribe, socket.getState);
  // Only drawn, never started, so its port is never used.
  const machine = useMemo(() => socketMachine({} as never), []);
  const isRunning = phase !== "broken";
  return {
    name: "socket",
    machine,
    active: isRunning ? toStatePaths(state) : [],
    remark: isRunning ? "运行于独立线程，此处为其镜像" : "线程已停止",
  };
}
