import { Tabs } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { canCall } from "../canCall.ts";
import type { ListResponse } from "../listConfig.ts";
import type { TabsConfig } from "../listDefinition.ts";
import {
  createTabs,
  findActiveTab,
  getTabConditionNames,
  pickTabConditions,
} from "../query/tabConditions.ts";
import classes from "./ListTabs.module.css";
import type { ListActor } from "./listActor.ts";
import { selectDisplayedPage } from "./selectDisplayedPage.ts";

export interface ListTabsProps {
  readonly label: string;
  readonly tabs: TabsConfig<string, ListResponse>;
  readonly actor: ListActor;
}

/** The tabs above the rows; choosing one also submits what is typed in the form. */
export function ListTabs({ label, tabs: config, actor }: ListTabsProps) {
  const page = useSelector(actor, selectDisplayedPage);
  const applied = useSelector(actor, ({ context }) => context.query.filters);
  const { user } = usePageApi();
  const extraTabs = config.extraTabs?.filter(({ call }) => !call || canCall(call, user.roles));
  const tabs = createTabs(extraTabs ? { ...config, extraTabs } : config);
  const selectTab = (key: string | null) => {
    const chosen = tabs.find((tab) => tab.key === key);
    if (!chosen) return;
    const cleared = Object.fromEntries(getTabConditionNames(tabs).map((name) => [name, undefined]));
    actor.send({
      type: "condition.type",
      patch: { ...cleared, ...pickTabConditions(chosen.conditions, getTabConditionNames(tabs)) },
    });
    actor.send({ type: "search.submit" });
  };
  const activeKey = findActiveTab(tabs, applied)?.key ?? null;
  const listRef = useRef<HTMLDivElement>(null);
  // On a narrow screen the active tab may be scrolled out of view.
  useEffect(() => {
    listRef.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeKey]);
  return (
    <Tabs value={activeKey} onChange={selectTab} classNames={{ tab: classes["tab"] ?? "" }}>
      <Tabs.List ref={listRef} aria-label={label} className={classes["list"] ?? ""}>
        {tabs.map((tab) => {
          const count = page ? tab.count(page) : undefined;
          return (
            // There is no tab panel: the same table shows other rows.
            <Tabs.Tab key={tab.key} value={tab.key} aria-controls={undefined}>
              {tab.label}
              {count !== undefined && <span className={classes["count"]}>{formatNumber(count)}</span>}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
    </Tabs>
  );
}
