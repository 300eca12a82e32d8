import { SegmentedControl, Tabs, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { orderPayStatus } from "../../../../adapters/contract/orderPay.ts";
import { taskStatus } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { PlainTable } from "../../../list/detail/PlainTable.tsx";
import { FixedConditionsContext } from "../../../list/fixedConditions.ts";
import { InvoiceStatusCell } from "../../../list/InvoiceStatusCell.tsx";
import type { AnyRow, Column } from "../../../list/listDefinition.ts";
import { OrderStatusCell } from "../../../list/OrderStatusCell.tsx";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import classes from "./CompanyPanorama.module.css";
import type { CompanyTabKey, getCompanyTabs } from "./getCompanyTabs.ts";

const CompanyGrants = lazyComponent(async () => (await import("../CompanyGrants.tsx")).CompanyGrants);
const InvoiceProfileBar = lazyComponent(
  async () => (await import("../InvoiceProfile.tsx")).InvoiceProfileBar,
);

/** The pages of the console whose lists are shown; a page with several lists shows the one that its own tab names. */
const pageByTab: Partial<Record<CompanyTabKey, string>> = {
  orders: "/order/orderList",
  payments: "/order/payment",
  invoices: "/order/invoice",
  users: "/account/userList",
  drones: "/deviceAccess",
  boxes: "/operate/boxPage",
  hangars: "/operate/airport",
  flights: "/page/directive",
  alarms: "/alarms",
  sms: "/msg/msgList",
  audit: "/audit",
};

const overviewTab = "overview";
const deviceTab = "devices";

interface Props {
  readonly id: string;
  readonly tabs: ReturnType<typeof getCompanyTabs>;
  /** Null while it is being read. */
  readonly view: CompanyView | null;
}

/** 概况 and the lists of what belongs to the company, one at a time; the URL holds the active one. */
export function CompanyTabs({ id, tabs, view }: Props) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const requestedKey = new URLSearchParams(search).get("tab");
  const active = tabs.find(({ key }) => key === requestedKey) ?? null;
  const devices = tabs.filter(({ device }) => device);
  const entries = [
    { key: overviewTab, title: "概况", count: undefined },
    ...tabs.flatMap((tab) => {
      if (!tab.device) return [{ ...tab, count: view ? tab.count(view) : undefined }];
      // The tab of the first kind of device is that of all.
      return tab === devices[0] ? [{ key: deviceTab, title: "设备", count: view?.devices?.total }] : [];
    }),
  ];
  const select = (key: string | null) => {
    const target = key === deviceTab ? devices[0]?.key : key;
    // Conditions of one list do not apply to the other.
    void navigate({ pathname, search: !target || target === overviewTab ? "" : `?tab=${target}` });
  };
  const activeEntry = active ? (active.device ? deviceTab : active.key) : overviewTab;
  const listRef = useRef<HTMLDivElement>(null);
  // On a narrow screen the active tab may be scrolled out of view, and the counts move it.
  useEffect(() => {
    listRef.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeEntry, view]);
  return (
    <Tabs className={classes["tabs"] ?? ""} value={activeEntry} onChange={select} keepMounted={false}>
      <Tabs.List ref={listRef} mb="sm" aria-label="企业的资料" className={classes["tabList"] ?? ""}>
        {entries.map(({ key, title, count }) => (
          <Tabs.Tab key={key} value={key} className={classes["tab"] ?? ""}>
            {title}
            {count !== undefined && <span className={classes["count"]}>{formatNumber(count)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {entries.map(({ key }) => (
        <Tabs.Panel key={key} value={key}>
          {active?.device && devices.length > 1 && (
            <SegmentedControl
              mb="sm"
              aria-label="设备类别"
              value={active.key}
              onChange={select}
              data={devices.map((device) => ({ value: device.key, label: device.title }))}
            />
          )}
          {active ? (
            <TabContent id={id} tab={active.key} view={view} />
          ) : (
            view && <CompanyOverview view={view} tabs={tabs.map((tab) => tab.key)} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface ContentProps {
  readonly id: string;
  readonly tab: CompanyTabKey;
  readonly view: CompanyView | null;
}

function TabContent({ id, tab, view }: ContentProps) {
  const { EmbeddedPage, config } = usePageApi();
  const path = pageByTab[tab];
  if (tab === "services")
    return (
      <div className={classes["card"]}>
        <CompanyGrants companyId={id} />
      </div>
    );
  const fixed = tab === "audit" ? { entity: "company", entityId: id } : { companyId: id };
  const hasProfile = tab === "invoices" && config.extensions;
  return (
    path !== undefined && (
      <FixedConditionsContext value={fixed}>
        {hasProfile && view && <InvoiceProfileBar company={view.head} />}
        <div className={hasProfile ? classes["belowProfile"] : undefined}>
          <EmbeddedPage key={tab} path={path} />
        </div>
      </FixedConditionsContext>
    )
  );
}

/** Rows of each section. */
const shownRows = 5;
/** Columns that are shown in any case; the section of the least width scrolls. */
const leastColumns = 2;

/** The first columns, as many as a width in pixels has room for: nothing is cut off. */
function fitColumns<R>(columns: readonly Column<R>[], width: number): readonly Column<R>[] {
  const ends = columns.map((_, place) =>
    columns.slice(0, place + 1).reduce((sum, one) => sum + one.width, 0),
  );
  return columns.slice(0, Math.max(leastColumns, ends.filter((end) => end <= width).length));
}

type RowOfTab<K extends "orders" | "payments" | "invoices" | "flights"> = NonNullable<
  CompanyView[K]
>["rows"][number];

const orderColumns: readonly Column<RowOfTab<"orders">>[] = [
  { key: "orderNo", title: word.orderNo, width: 150, as: "link", record: "order", getId: ({ id }) => id },
  { key: "status", title: word.status, width: 88, as: "custom", cell: OrderStatusCell, align: "center" },
  { key: "payableFen", title: word.payable, width: 120, as: "money" },
  { key: "createdAt", title: word.createdAt, width: 170, as: "time" },
  { key: "goodsNames", title: word.goods, width: 180 },
];

const paymentColumns: readonly Column<RowOfTab<"payments">>[] = [
  {
    key: "payNo",
    title: word.payNo,
    width: 180,
    as: "link",
    record: "payment",
    getId: ({ id }) => id,
    copy: true,
  },
  { key: "amountFen", title: word.amount, width: 120, as: "money" },
  { key: "status", title: word.status, width: 88, as: "tag", dictionary: orderPayStatus },
  {
    key: "orderNo",
    title: word.orderNo,
    width: 150,
    as: "link",
    record: "order",
    getId: ({ orderId }) => orderId,
  },
  { key: "paidAt", title: word.paidAt, width: 180, as: "time" },
];

const invoiceColumns: readonly Column<RowOfTab<"invoices">>[] = [
  {
    key: "title",
    title: word.invoiceTitle,
    width: 170,
    as: "link",
    record: "invoice",
    getId: ({ id }) => id,
  },
  { key: "status", title: word.status, width: 88, as: "custom", cell: InvoiceStatusCell, align: "center" },
  { key: "amountFen", title: word.invoiceAmount, width: 120, as: "money" },
  { key: "appliedAt", title: word.appliedAt, width: 170, as: "time" },
  {
    key: "invoiceNo",
    title: word.invoiceNo,
    width: 190,
    as: "link",
    record: "invoice",
    getId: ({ id }) => id,
  },
];

const flightColumns: readonly Column<RowOfTab<"flights">>[] = [
  { key: "flightNo", title: word.flightNo, width: 160, as: "link", record: "flight", getId: ({ id }) => id },
  { key: "status", title: word.status, width: 88, as: "tag", dictionary: taskStatus },
  { key: "name", title: word.taskName, width: 130 },
  { key: "startedAt", title: word.startTime, width: 170, as: "time" },
  { key: "pilotName", title: word.pilot, width: 90 },
];

interface CompanyOverviewProps {
  readonly view: CompanyView;
  /** The tabs that are shown. */
  readonly tabs: readonly CompanyTabKey[];
}

/** The latest orders, payments, invoices and flights, as far as the role may read them. */
function CompanyOverview({ view, tabs }: CompanyOverviewProps) {
  const { orders, payments, invoices, flights } = view;
  const more = (key: CompanyTabKey) => (tabs.includes(key) ? key : null);
  return (
    <div className={classes["sections"]}>
      {orders && <Section title="最近订单" rows={orders.rows} columns={orderColumns} tab={more("orders")} />}
      {flights && (
        <Section title="最近飞行" rows={flights.rows} columns={flightColumns} tab={more("flights")} />
      )}
      {payments && (
        <Section title="最近回款" rows={payments.rows} columns={paymentColumns} tab={more("payments")} />
      )}
      {invoices && (
        <Section title="最近发票" rows={invoices.rows} columns={invoiceColumns} tab={more("invoices")} />
      )}
    </div>
  );
}

interface SectionProps<R> {
  readonly title: string;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  /** The tab with all of them; null where it is not shown. */
  readonly tab: CompanyTabKey | null;
}

function Section<R extends AnyRow>({ title, rows, columns, tab }: SectionProps<R>) {
  const { pathname } = useLocation();
  const { ref, width } = useElementSize<HTMLDivElement>();
  return (
    <div className={classes["card"]}>
      <div ref={ref} className={classes["sectionHead"]}>
        <h2 className={classes["sectionTitle"]}>{title}</h2>
        {tab !== null && rows.length > 0 && (
          <Text
            size="sm"
            component={Link}
            to={`${pathname}?tab=${tab}`}
            c="var(--mantine-color-anchor)"
            data-screen
          >
            查看全部
          </Text>
        )}
      </div>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          还没有记录
        </Text>
      ) : (
        <PlainTable title={title} columns={fitColumns(columns, width)} rows={rows.slice(0, shownRows)} />
      )}
    </div>
  );
}
