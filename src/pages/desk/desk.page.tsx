import { Alert, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { deskConditions, isQueue, recentConditions } from "../../../adapters/contract/desk.ts";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { toInstantRange } from "../../list/query/dateRange.ts";
import { deskCards, recentCards } from "../../pageApi/deskCards.ts";
import { onNetworkReturn } from "../../pageApi/onNetworkReturn.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { type DeskData, useDesk } from "../../pageApi/useDesk.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatDay, formatTime } from "../../ui/format/formatTime.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./Desk.module.css";
import { FirstSteps } from "./FirstSteps.tsx";
import { Queues } from "./Queues.tsx";
import { RecentRecords } from "./RecentRecords.tsx";

export const meta = {
  path: "/desk",
  title: "工作台",
  group: "own",
  order: 0,
  icon: "IconUserCheck",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "从这里开始一天的工作：哪些事在等您、自昨天以来发生了什么、您最近打开过哪些记录。",
  lines: [
    "上方每一块是一类待办，列出最先该办的几条；点一条直接打开，点数量打开整个列表。",
    "待办按等待时间排列，最久的在前；没有待处理的类别合成一行。",
    "「自昨天以来」从昨天零点算起，能打开的数字会带着同样条件打开列表。",
    "「最近访问」是您打开过的记录；「未完成草稿」点开即恢复原来的表单。",
    "看到哪些内容由您的角色决定；金额只有管理员、运营和财务可见。",
    "数字随数据变化自动更新，标题旁是更新时间；断网时保留原来的数字。",
    "右上角的铃铛是发给您的通知，点开后到相应的记录。",
    "找企业、订单、电话、流水号不必来回翻菜单：按 Ctrl+K 直接搜索。",
  ],
};

export default Desk;

/** The address of a count's list, with the conditions that the server has counted by. */
function toListAddress(path: string, conditions: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams(
    Object.entries(conditions).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search === "" ? path : `${path}?${search}`;
}

const dayMs = 86_400_000;
const refreshMs = 60_000;

/** The counts, read whenever the page is shown or the network returns, every minute, and when records change. */
function useShownDesk() {
  const { socket } = usePageApi();
  const desk = useDesk();
  const { refresh } = desk;
  // Effects stop while another page is shown, and start again with it.
  useEffect(() => {
    refresh();
    const timer = setInterval(refresh, refreshMs);
    const unsubscribe = onNetworkReturn(socket, refresh);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [socket, refresh]);
  return desk;
}

/** 工作台: what waits for the user, what has happened, and what the user had open; each leads to its list. */
function Desk() {
  const { data, error, isBusy, refresh } = useShownDesk();
  return (
    <div className={classes["page"]} aria-busy={isBusy}>
      <div className={classes["head"]}>
        <Title order={1} size="h4">
          {word.desk}
        </Title>
        {data && <span className={classes["updated"]}>{`更新于 ${formatTime(data.at).slice(11, 16)}`}</span>}
      </div>
      <FirstSteps />
      {error && <DeskError error={error} isStale={data !== null} onRetry={refresh} />}
      {data ? <Waiting data={data} /> : !error && <Loading />}
      {data && <Recent data={data} />}
      <RecentRecords />
    </div>
  );
}

const Loading = () => (
  <ul className={classes["cards"]} role="status" aria-label={word.counting}>
    {deskCards.slice(0, 8).map(({ name }) => (
      <li key={name}>
        <Skeleton height={84} animate={false} />
      </li>
    ))}
  </ul>
);

function Waiting({ data }: { readonly data: DeskData }) {
  const { at, counts } = data;
  const today = formatDay(at);
  const cards = deskCards.map(({ name, label, path }) => ({
    name,
    label,
    address: toListAddress(path, {
      ...deskConditions[name],
      ...(name === "endedFlightsToday" ? toInstantRange([today, today]) : {}),
    }),
  }));
  const queues = cards.flatMap(({ name, ...card }) => (isQueue(name) ? [{ name, ...card }] : []));
  return (
    <>
      <Queues queues={queues} data={data} />
      <ul className={classes["cards"]} aria-label="其他">
        {cards.map(
          ({ name, ...card }) => !isQueue(name) && <Card key={name} {...card} count={counts[name]} />,
        )}
      </ul>
    </>
  );
}

/** What has happened since yesterday began. */
function Recent({ data: { at, recent } }: { readonly data: DeskData }) {
  const yesterday = formatDay(new Date(Date.parse(at) - dayMs));
  const dates = toInstantRange([yesterday, formatDay(at)]);
  const visible = recentCards.filter(({ name }) => recent[name] !== undefined);
  if (visible.length === 0) return null;
  return (
    <section className={classes["section"]} aria-label="自昨天以来">
      <Title order={2} size="h5">
        自昨天以来
      </Title>
      <ul className={classes["cards"]}>
        {visible.map(({ name, label, path }) => (
          <Card
            key={name}
            label={label}
            count={recent[name]}
            address={
              path === null || name === "auditedOrders" || name === "expiredCompanies"
                ? null
                : toListAddress(path, { ...recentConditions[name], ...dates })
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  readonly label: string;
  /** Undefined if the roles may not see it. */
  readonly count: number | undefined;
  /** Of the list of what was counted; null if there is none. */
  readonly address: string | null;
}

function Card({ label, count, address }: CardProps) {
  if (count === undefined) return null;
  const content = (
    <>
      <span className={classes["label"]}>{label}</span>
      <Count value={count} />
    </>
  );
  return (
    <li>
      {address === null ? (
        <div className={classes["card"]}>{content}</div>
      ) : (
        <Link
          to={address}
          className={classes["card"]}
          aria-label={`${label} ${formatNumber(count)}，打开列表`}
        >
          {content}
        </Link>
      )}
    </li>
  );
}

const Count = ({ value }: { readonly value: number }) => (
  <span className={classes["count"]} data-none={value === 0 || undefined}>
    {formatNumber(value)}
  </span>
);

interface DeskErrorProps {
  readonly error: ErrorInfo;
  /** Whether older counts are still shown. */
  readonly isStale: boolean;
  readonly onRetry: () => void;
}

/** Says that the counts are missing or old, and why. */
const DeskError = ({ error, isStale, onRetry }: DeskErrorProps) => (
  <Alert
    color="orange"
    variant="light"
    role="alert"
    title={isStale ? "没有更新，以下是之前的数字" : "没有统计出来"}
  >
    <Text size="sm">{lookUp(errorTexts, error.kind) ?? (error.message || "请重试。")}</Text>
    <RequestId error={error} />
    <Group mt="xs">
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {word.retry}
      </Button>
    </Group>
  </Alert>
);

const errorTexts: Readonly<Record<string, string>> = {
  offline: word.offline,
  timeout: "服务器没有及时答复，请稍后重试。",
  unavailable: word.unavailable,
  tooMany: "操作过于频繁，请稍后重试。",
};
