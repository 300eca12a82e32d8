import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { formatClock } from "../../ui/format/time.ts";
import { machineTitle } from "./machineTitle.ts";
import classes from "./Qa.module.css";
import type { Entry, Recorder } from "./recorder.ts";

interface Props {
  readonly recorder: Recorder;
  readonly entries: readonly Entry[];
}

/** The last 200 events of all machines or of one, the newest first; may be stopped for reading. */
export function EventLog({ recorder, entries: newest }: Props) {
  const [stopped, setStopped] = useState<readonly Entry[] | null>(null);
  const [machine, setMachine] = useState("");
  const entries = stopped ?? newest;
  const names = [...new Set(entries.map((one) => one.machine))].sort();
  const shown = entries.filter((one) => machine === "" || one.machine === machine);
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
              {machineTitle(name)}
            </option>
          ))}
        </select>
        <Button variant="default" onClick={() => setStopped(stopped ? null : newest)}>
          {stopped ? "继续" : "暂停"}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setStopped(null);
            recorder.clear();
          }}
        >
          清空
        </Button>
      </div>
      <ol className={classes.entries} tabIndex={0} aria-label="事件">
        {shown.map(({ key, at, machine: name, type, what, state, times }) => (
          <li key={key} className={classes.entry}>
            <span className={classes.line}>
              <time>
                {formatClock(at)}.{String(at % 1000).padStart(3, "0")}
              </time>
              <b className={classes.type}>{type}</b>
              {times > 1 && <span className={classes.times}>×{times}</span>}
            </span>
            <span className={classes.from}>
              {machineTitle(name)}
              {state !== "" && ` → ${state}`}
            </span>
            <EntryDetail what={what} />
          </li>
        ))}
        {shown.length === 0 && <li className={classes.none}>还没有事件。</li>}
      </ol>
    </section>
  );
}

function EntryDetail({ what }: Pick<Entry, "what">) {
  const text = JSON.stringify(what);
  return text === "{}" ? null : <code className={classes.what}>{text}</code>;
}
