import { Text } from "@mantine/core";
import { Link, useLocation } from "react-router-dom";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { invoiceStatus } from "../../../../adapters/contract/invoice.ts";
import { orderStatus } from "../../../../adapters/contract/order.ts";
import { taskStatus } from "../../../../adapters/contract/task.ts";
import { PlainTable } from "../../../list/detail/PlainTable.tsx";
import type { AnyRow, Column } from "../../../list/listDefinition.ts";
import classes from "./CompanyPanorama.module.css";
import { paymentColumns } from "./CompanyPayments.tsx";
import type { CompanyTabKey } from "./getCompanyTabs.ts";

/** Rows of each section. */
const shownRows = 5;

type RowOfTab<K extends "orders" | "invoices" | "flights"> = NonNullable<CompanyView[K]>["rows"][number];

const orderColumns: readonly Column<RowOfTab<"orders">>[] = [
  { key: "orderNo", title: "订单号", width: 180, as: "link", record: "order", getId: ({ id }) => id },
  { key: "status", title: "状态", width: 96, as: "tag", dictionary: orderStatus },
  { key: "payableFen", title: "应付", width: 120, as: "money" },
  { key: "goodsNames", title: "商品", width: 180 },
  { key: "createdAt", title: "创建时间", width: 180, as: "time" },
];

const invoiceColumns: readonly Column<RowOfTab<"invoices">>[] = [
  { key: "title", title: "发票抬头", width: 220, as: "link", record: "invoice", getId: ({ id }) => id },
  { key: "status", title: "状态", width: 96, as: "tag", dictionary: invoiceStatus },
  { key: "amountFen", title: "价税合计", width: 120, as: "money" },
  { key: "invoiceNo", title: "发票号码", width: 190, as: "link", record: "invoice", getId: ({ id }) => id },
  { key: "appliedAt", title: "申请时间", width: 180, as: "time" },
];

const flightColumns: readonly Column<RowOfTab<"flights">>[] = [
  { key: "flightNo", title: "飞行编号", width: 190, as: "link", record: "flight", getId: ({ id }) => id },
  { key: "status", title: "状态", width: 96, as: "tag", dictionary: taskStatus },
  { key: "name", title: "任务名称", width: 180 },
  { key: "startedAt", title: "开始时间", width: 180, as: "time" },
  { key: "pilotName", title: "飞手", width: 90 },
];

interface Props {
  readonly view: CompanyView;
  /** The tabs that are shown. */
  readonly tabs: readonly CompanyTabKey[];
}

/** The latest orders, payments, invoices and flights, as far as the role may read them. */
export function CompanyOverview({ view, tabs }: Props) {
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
  return (
    <div className={classes["card"]}>
      <div className={classes["sectionHead"]}>
        <h2 className={classes["sectionTitle"]}>{title}</h2>
        {tab !== null && rows.length > 0 && (
          <Text size="sm" component={Link} to={`${pathname}?tab=${tab}`} c="var(--mantine-color-anchor)">
            查看全部
          </Text>
        )}
      </div>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          还没有记录
        </Text>
      ) : (
        <PlainTable title={title} columns={columns} rows={rows.slice(0, shownRows)} />
      )}
    </div>
  );
}
