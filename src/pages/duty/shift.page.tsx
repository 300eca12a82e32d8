import { Alert, Anchor, Button, Group, Loader } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router-dom";
import {
  type DutyLogRow,
  dutyCalls,
  dutyLogKind,
  type ShiftRow,
  shiftEnd,
} from "../../../adapters/contract/duty.ts";
import { formatWholeScope } from "../../../adapters/contract/dutyScope.ts";
import * as word from "../../../adapters/contract/words.ts";
import { useQuery } from "../../list/useQuery.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import sheet from "../../ui/PrintSheet.module.css";
import classes from "./Shift.module.css";
import { parseShiftAddress } from "./shiftAddress.ts";

export const meta = {
  path: "/page/shift",
  title: "交接班单",
  group: "page",
  order: 22,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/x/duty/log",
  hidden: true,
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "一个班次的交接班单：这一班的告警、指令、遗留问题和人员。",
  lines: [
    "内容由值班日志自动汇总：值班人、范围、接班和交班时间、在飞数量。",
    "交班说明和班内日志都在单据上，日志很长时只显示前一部分。",
    "最后是交班人和接班人的签字栏。",
    "时间按北京时间，从接班到交班。",
    "点「打印」按 A4 打印，或在打印窗口存为 PDF。",
    "打印时只有单据本身，菜单和按钮不上纸。",
    "旧的交接班单从值班日志打开。",
    "仍在值班的班次也可以打开，内容到此刻为止。",
  ],
};

const getFacts = (shift: ShiftRow): readonly (readonly [label: string, value: string])[] => [
  ["值班人", shift.staffName],
  [word.dutyScope, formatWholeScope(shift.scope)],
  ["接班时间", formatTime(shift.startedAt)],
  ["交班时间", shift.endedAt === null ? "仍在值班" : formatTime(shift.endedAt)],
  ["交班方式", shift.endReason === null ? "-" : shiftEnd.label(shift.endReason)],
  ["接班时在飞", `${shift.flightsAtStart} 架`],
  ["交班时在飞", shift.flightsAtEnd === null ? "-" : `${shift.flightsAtEnd} 架`],
  ["负责人手机", shift.leaderPhone || "-"],
  ["交班说明", shift.handoverNote || "-"],
];

const LogTable = ({ log }: { readonly log: readonly DutyLogRow[] }) => (
  <table className={`${sheet["table"]} ${classes["table"]}`}>
    <thead>
      <tr>
        <th scope="col">{word.time}</th>
        <th scope="col">{word.type}</th>
        <th scope="col">{word.content}</th>
        <th scope="col">{word.task}</th>
        <th scope="col">{word.people}</th>
      </tr>
    </thead>
    <tbody>
      {log.map(({ id, at, kind, text, taskNo, droneSn, staffName }) => (
        <tr key={id}>
          <td>{formatTime(at)}</td>
          <td>{dutyLogKind.label(kind)}</td>
          <td>{text}</td>
          <td>{taskNo || droneSn || "-"}</td>
          <td>{staffName || "平台"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** 交接班单: one shift with its log as a sheet to print, opened by an address. */
export default function Shift() {
  const { client, user } = usePageApi();
  const [query] = useSearchParams();
  const id = parseShiftAddress(query);
  const { result, refetch } = useQuery(id, (signal) =>
    client.call(dutyCalls.dutyShiftOne, { params: { id: id ?? "" } }, { signal }),
  );
  if (id === null || result.state === "error")
    return (
      <Alert color="orange" variant="light" title="没有交接班单">
        <Group gap="md">
          {id === null ? "链接不完整，请在值班日志中重新打开。" : "交接班单没有加载出来。"}
          {id !== null && (
            <Button size="compact-sm" variant="default" onClick={refetch}>
              {word.retry}
            </Button>
          )}
          <Anchor component={Link} to="/dutyLog" size="sm">
            返回值班日志
          </Anchor>
        </Group>
      </Alert>
    );
  if (result.state === "pending")
    return (
      <Alert color="blue" variant="light" icon={<Loader size="sm" aria-label={word.loading} />}>
        正在加载交接班单…
      </Alert>
    );
  const { shift, log, total } = result.data;
  return (
    <div className={sheet["page"]}>
      <Group className={sheet["tools"] ?? ""} justify="flex-end">
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          打印
        </Button>
      </Group>
      <article className={`${sheet["sheet"]} ${classes["sheet"]}`} aria-label={`交接班单 ${shift.staffName}`}>
        <h1>交接班单</h1>
        <dl className={sheet["facts"]}>
          {getFacts(shift).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h2>{`值班日志（${total} 条）`}</h2>
        {total > log.length && (
          <p>{`只显示前 ${log.length} 条，共 ${total} 条，其余请在值班日志中查看或导出。`}</p>
        )}
        {log.length === 0 ? <p>没有记录。</p> : <LogTable log={log} />}
        <footer className={classes["foot"]}>
          <span>交班人签字：</span>
          <span>接班人签字：</span>
          <span>{`${user.name} 查看，时间为北京时间`}</span>
        </footer>
      </article>
    </div>
  );
}
