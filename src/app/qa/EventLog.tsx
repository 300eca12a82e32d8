import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { formatClock } from "../../ui/format/formatTime.ts";
import type { LogEntry, Recorder } from "./createRecorder.ts";
import { getMachineTitle } from "./getMachineTitle.ts";
import classes from "./Qa.module.css";

interface Props {
  readonly recorder: Recorder;
  readonly entries: readonly LogEntry[];
}

/** The last 200 events of all machines or of one, newest first; can be paused. */
export function EventLog({ recorder, entries: latest }: Props) {
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
          className={classes.choice}
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
          {pausedEntries ? "继续" : "暂停"}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setPausedEntries(null);
            recorder.clear();
          }}
        >
          清空
        </Button>
      </div>
      <ol className={classes.entries} tabIndex={0} aria-label="事件">
        {visibleEntries.map(({ key, at, machine: name, type, payload, state, count }) => (
          <li key={key} className={classes.entry}>
            <span className={classes.line}>
              <time>
                {formatClock(at)}.{String(at % 1000).padStart(3, "0")}
              </time>
              <b className={classes.type}>{type}</b>
              {count > 1 && <span className={classes.times}>×{count}</span>}
            </span>
            <span className={classes.from}>
              {getMachineTitle(name)}
              {state !== "" && ` → ${state}`}
            </span>
            <EntryDetail payload={payload} />
          </li>
        ))}
        {visibleEntries.length === 0 && <li className={classes.none}>还没有事件。</li>}
      </ol>
    </section>
  );
}

function EntryDetail({ payload }: Pick<LogEntry, "payload">) {
  const text = JSON.stringify(payload);
  return text === "{}" ? null : <code className={classes.what}>{text}</code>;
}
