import { Text, Title } from "@mantine/core";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { AnyStateMachine } from "xstate";
import { socketMachine } from "../../../machines/socket.machine.ts";
import type { SocketClient } from "../socket/startSocket.ts";
import { type Recorder, toStatePaths } from "./createRecorder.ts";
import { EventLog } from "./EventLog.tsx";
import { getMachineTitle } from "./getMachineTitle.ts";
import classes from "./Qa.module.css";
import { StateDiagram } from "./StateDiagram.tsx";
import { toStateBoxes } from "./toStateBoxes.ts";

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
  const socket = useSocketCard(mirror);
  // Called once: it completes the shell's progress bar.
  const [initialOnMount] = useState(() => onMount);
  useEffect(initialOnMount, [initialOnMount]);
  const cards: readonly MachineInfo[] = [
    ...recorder.running().map(({ name, machine, value }) => ({ name, machine, active: toStatePaths(value) })),
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
            <a key={name} href={`#machine-${name}`} className={classes.jump}>
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
  // Only drawn, never started, so its port is never used.
  const machine = useMemo(() => socketMachine({} as never), []);
  const running = phase !== "broken";
  return {
    name: "socket",
    machine,
    active: running ? toStatePaths(socket.getState()) : [],
    remark: running ? "运行于独立线程，此处为其镜像" : "线程已停止",
  };
}
