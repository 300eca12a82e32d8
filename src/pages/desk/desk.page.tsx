import { Alert, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { type DeskCount, deskCalls, deskConditions } from "../../../adapters/contract/desk.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { type ErrorInfo, toErrorInfo } from "../../../machines/errorInfo.ts";
import { toInstantRange } from "../../list/query/dateRange.ts";
import { toCallError } from "../../list/toCallError.ts";
import { onNetworkReturn } from "../../pageApi/onNetworkReturn.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatDay, formatTime } from "../../ui/format/formatTime.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import classes from "./Desk.module.css";

export const meta = {
  path: "/desk",
  title: "工作台",
  group: "avatar",
  order: 8,
  icon: "IconUserCheck",
} as const satisfies PageMeta;

export default Desk;

type DeskData = EndpointData<typeof deskCalls.desk>;

interface Card {
  readonly name: DeskCount;
  readonly label: string;
  /** The page of the list that holds the counted records. */
  readonly path: string;
}

const cards: readonly Card[] = [
  { name: "myAudits", label: "待我审核", path: "/order/orderList" },
  { name: "refundingOrders", label: "退款中", path: "/order/orderList" },
  { name: "appliedInvoices", label: "待开票", path: "/order/invoice" },
  { name: "reversingInvoices", label: "红冲中", path: "/order/invoice" },
  { name: "expiringIn7Days", label: "7 天内到期的企业", path: "/account/accountList" },
  { name: "expiringIn30Days", label: "30 天内到期的企业", path: "/account/accountList" },
  { name: "openAlarms", label: "未结束的告警", path: "/alarms" },
  { name: "endedFlightsToday", label: "今日已结束的飞行", path: "/page/directive" },
  { name: "offlineBoxes", label: "离线云盒", path: "/operate/boxPage" },
  { name: "offlineHangars", label: "离线机场", path: "/operate/airport" },
  { name: "failedSms", label: "发送失败的短信", path: "/msg/msgList" },
  { name: "runningExports", label: "正在导出", path: "/exports" },
  { name: "readyExports", label: "可下载的导出", path: "/exports" },
];

/** The address of a card's list, with the conditions that the server has counted by. */
function toListAddress({ name, path }: Card, at: string): string {
  const today = formatDay(at);
  const conditions = Object.entries({
    ...deskConditions[name],
    ...(name === "endedFlightsToday" ? toInstantRange([today, today]) : {}),
  }).map(([condition, value]) => [condition, String(value)]);
  return `${path}?${new URLSearchParams(conditions).toString()}`;
}

const refreshMs = 60_000;

interface DeskState {
  /** The latest counts; they stay when a refresh fails. */
  readonly data: DeskData | null;
  readonly error: ErrorInfo | null;
  readonly isBusy: boolean;
}

/** The counts, read whenever the page is shown or the network returns, every minute, and by `retry`. */
function useDeskCounts(): DeskState & { readonly retry: () => void } {
  const { client, socket } = usePageApi();
  const [state, setState] = useState<DeskState>({ data: null, error: null, isBusy: true });
  const [round, setRound] = useState(0);
  // Effects stop while another page is shown, and start again with it.
  useEffect(() => {
    let controller = new AbortController();
    const load = async () => {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      setState((previous) => ({ ...previous, isBusy: true }));
      try {
        const data = await client.call(deskCalls.desk, {}, { signal, quiet: true });
        if (!signal.aborted) setState({ data, error: null, isBusy: false });
      } catch (thrown) {
        const error = toErrorInfo(toCallError(thrown));
        if (!signal.aborted) setState(({ data }) => ({ data, error, isBusy: false }));
      }
    };
    void load();
    const timer = setInterval(() => void load(), refreshMs);
    const unsubscribe = onNetworkReturn(socket, () => void load());
    return () => {
      controller.abort();
      clearInterval(timer);
      unsubscribe();
    };
  }, [client, socket, round]);
  return { ...state, retry: () => setRound((count) => count + 1) };
}

/** 工作台: what waits for the user, by role; each count opens its list. */
function Desk() {
  const { data, error, isBusy, retry } = useDeskCounts();
  return (
    <div className={classes["page"]} aria-busy={isBusy}>
      <div className={classes["head"]}>
        <Title order={1} size="h4">
          工作台
        </Title>
        {data && <span className={classes["updated"]}>更新于 {formatTime(data.at).slice(11, 16)}</span>}
      </div>
      {error && <DeskError error={error} isStale={data !== null} onRetry={retry} />}
      {data ? <Cards data={data} /> : !error && <Loading />}
    </div>
  );
}

const Loading = () => (
  <ul className={classes["cards"]} role="status" aria-label="正在统计">
    {cards.slice(0, 8).map(({ name }) => (
      <li key={name}>
        <Skeleton height={84} animate={false} />
      </li>
    ))}
  </ul>
);

function Cards({ data: { at, counts } }: { readonly data: DeskData }) {
  return (
    <ul className={classes["cards"]} aria-label="待办">
      {cards.map((card) => {
        const count = counts[card.name];
        if (count === undefined) return null;
        return (
          <li key={card.name}>
            <Link
              to={toListAddress(card, at)}
              className={classes["card"]}
              aria-label={`${card.label} ${formatNumber(count)}，打开列表`}
            >
              <span className={classes["label"]}>{card.label}</span>
              <Count value={count} />
            </Link>
          </li>
        );
      })}
      <li>
        <div className={classes["card"]}>
          <span className={classes["label"]}>未完成草稿</span>
          <Count value={counts.drafts} />
          {counts.drafts > 0 && <span className={classes["note"]}>重新打开原来的表单即可恢复</span>}
        </div>
      </li>
    </ul>
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
    <Text size="sm">{errorTexts[error.kind] ?? (error.message || "请重试。")}</Text>
    <RequestId error={error} />
    <Group mt="xs">
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        重试
      </Button>
    </Group>
  </Alert>
);

const errorTexts: Readonly<Record<string, string>> = {
  offline: "网络连接失败，请检查网络后重试。",
  timeout: "服务器没有在 5 秒内答复，请稍后重试。",
  unavailable: "服务暂时不可用，请稍后重试。",
  tooMany: "操作过于频繁，请稍后重试。",
};
