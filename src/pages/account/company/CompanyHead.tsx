import { Button, Group } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import {
  type CompanyRow,
  companyLevel,
  companyStatus,
  companyType,
} from "../../../../adapters/contract/company.ts";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { unpaidStatuses } from "../../../../adapters/contract/orderEvent.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { RecordActions } from "../../../list/detail/RecordActions.tsx";
import { expiresSoon } from "../../../list/expiry.ts";
import { MaskedPhone } from "../../../list/people/MaskedPhone.tsx";
import { toInstantRange } from "../../../list/query/dateRange.ts";
import { formatMoney } from "../../../ui/format/formatMoney.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatDay } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { companyPageActions } from "../companyActions.ts";
import classes from "./CompanyPanorama.module.css";
import type { CompanyTabKey } from "./getCompanyTabs.ts";

type Head = CompanyView["head"];

interface Figure {
  readonly label: string;
  /** Null where the role may not see it, or the platform does not provide it. */
  readonly text: string | null;
  readonly tab?: CompanyTabKey;
  /** Conditions of the tab's list, as in its address: the list then holds what the figure counts. */
  readonly conditions?: string;
  readonly warning?: boolean;
}

interface Props {
  readonly view: CompanyView;
  /** The tabs that are shown: figures of the others are plain text. */
  readonly tabs: readonly CompanyTabKey[];
  /** The record that is edited; null while it is not known. */
  readonly row: CompanyRow | null;
  readonly onRefresh: () => void;
  readonly onChanged: () => void;
}

/** Name, state and figures of the company: each figure leads to the list behind it. */
export function CompanyHead({ view: { head }, row, tabs, onRefresh, onChanged }: Props) {
  const { pathname } = useLocation();
  const [openedAt] = useState(() => new Date());
  const figures = getFigures(head, openedAt).filter(({ text }) => text !== null);
  return (
    <section className={classes["card"]} aria-label="企业概要">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" miw={0}>
          <h1 className={classes["name"]}>{head.name}</h1>
          <StatusTag {...companyStatus.tag(head.status)} />
        </Group>
        <Group gap="xs">
          {row && <RecordActions row={row} actions={companyPageActions} onChanged={onChanged} />}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconRefresh size={15} />}
            onClick={onRefresh}
          >
            {word.refresh}
          </Button>
        </Group>
      </Group>
      <dl className={classes["facts"]}>
        <Fact label={word.level} text={companyLevel.label(head.level)} />
        <Fact label={word.type} text={companyType.label(head.type)} />
        <Fact label={word.manager} text={head.managerName || "-"} />
        <Fact label={word.channel} text={head.channelName || "-"} />
        <Fact label={word.region} text={head.regionName || "-"} />
        <Fact label={word.contact} text={head.contact || "-"} />
        {head.phone !== "" && (
          <div>
            <dt>{word.contactPhone}</dt>
            <dd>
              <MaskedPhone masked={head.phone} id={head.id} target={{ entity: "company", field: "phone" }} />
            </dd>
          </div>
        )}
        {row && row.remark !== "" && <Fact label={word.remark} text={row.remark} />}
      </dl>
      <dl className={classes["figures"]}>
        {figures.map(({ label, text, tab, conditions = "", warning }) => (
          <div key={label} className={classes["figure"]}>
            <dt>{label}</dt>
            <dd data-figure data-warning={warning || undefined}>
              {tab && tabs.includes(tab) ? (
                <Link to={`${pathname}?tab=${tab}${conditions}`}>{text}</Link>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Fact = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
);

/** The figures of the head; amounts are null for roles that may not see them. */
export function getFigures(head: Head, now: Date): readonly Figure[] {
  const today = formatDay(now);
  const month = new URLSearchParams(toInstantRange([`${today.slice(0, 8)}01`, today]));
  const {
    expireAt,
    expireServiceName,
    expireInDays,
    expiring30,
    unpaidFen,
    openInvoices,
    devicesOnline,
    deviceCount,
  } = head;
  return [
    {
      label: expireAt === null ? "服务到期" : `服务到期 ${formatDay(expireAt)}（${expireServiceName}）`,
      text: formatExpiry(head),
      tab: "services",
      warning: expiresSoon(expireInDays),
    },
    {
      label: "30 天内到期",
      text: `${formatNumber(expiring30)} 项`,
      tab: "services",
      warning: expiring30 > 0,
    },
    { label: word.receivedAmount, text: formatOptional(head.orderAmountFen, formatMoney), tab: "orders" },
    {
      label: word.unpaid,
      text: formatOptional(unpaidFen, formatMoney),
      tab: "orders",
      conditions: `&status=${unpaidStatuses.join(",")}`,
      warning: unpaidFen !== null && unpaidFen > 0,
    },
    {
      label: "待开发票",
      text: formatOptional(openInvoices, formatNumber),
      tab: "invoices",
      conditions: "&status=applied",
    },
    { label: word.user, text: formatNumber(head.userCount), tab: "users" },
    {
      label: "在线设备",
      text:
        devicesOnline === null || deviceCount === null
          ? null
          : `${formatNumber(devicesOnline)} / ${formatNumber(deviceCount)}`,
      tab: "drones",
    },
    {
      label: "本月飞行",
      text: formatOptional(head.flightsThisMonth, formatNumber),
      tab: "flights",
      conditions: `&${month}`,
    },
  ];
}

const formatOptional = (value: number | null, format: (value: number) => string) =>
  value === null ? null : format(value);

function formatExpiry({ expireAt, expireInDays }: Head): string {
  if (expireAt === null || expireInDays === null) return "没有服务";
  return expireInDays > 0 ? `剩 ${expireInDays} 天` : "已到期";
}
