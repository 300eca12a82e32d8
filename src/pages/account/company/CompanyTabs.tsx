import { SegmentedControl, Tabs } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { FixedConditionsContext } from "../../../list/fixedConditions.ts";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { CompanyOverview } from "./CompanyOverview.tsx";
import classes from "./CompanyPanorama.module.css";
import type { CompanyTabKey, getCompanyTabs } from "./getCompanyTabs.ts";

const CompanyGrants = lazyComponent(async () => (await import("../CompanyGrants.tsx")).CompanyGrants);
const CompanyPayments = lazyComponent(async () => (await import("./CompanyPayments.tsx")).CompanyPayments);

/** The pages of the console whose lists are shown; a page with several lists shows the one that its own tab names. */
const pageByTab: Partial<Record<CompanyTabKey, string>> = {
  orders: "/order/orderList",
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
  const { EmbeddedPage } = usePageApi();
  const path = pageByTab[tab];
  if (tab === "services")
    return (
      <div className={classes["card"]}>
        <CompanyGrants companyId={id} />
      </div>
    );
  if (tab === "payments") return view?.payments && <CompanyPayments payments={view.payments} />;
  const fixed = tab === "audit" ? { entity: "company", entityId: id } : { companyId: id };
  return (
    path !== undefined && (
      <FixedConditionsContext value={fixed}>
        <EmbeddedPage key={tab} path={path} />
      </FixedConditionsContext>
    )
  );
}
