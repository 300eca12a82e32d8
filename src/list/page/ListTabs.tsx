import { Tabs } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { formatNumber } from "../../ui/format/number.ts";
import type { ListTabs as TabsPlan } from "../definition.ts";
import type { ListAnswer } from "../listPlan.ts";
import { mayCall } from "../mayCall.ts";
import { ofTabs, tabInForce, tabNames, tabsOf } from "../query/tabConditions.ts";
import classes from "./ListTabs.module.css";
import type { ListActor } from "./listActor.ts";
import { shownPage } from "./shownPage.ts";

export interface ListTabsProps {
  readonly label: string;
  readonly tabs: TabsPlan<string, ListAnswer>;
  readonly actor: ListActor;
}

/** The tabs over the rows; choosing one is a search with what stands in the form. */
export function ListTabs({ label, tabs: plan, actor }: ListTabsProps) {
  const page = useSelector(actor, shownPage);
  const applied = useSelector(actor, ({ context }) => context.query.filters);
  const { user } = useConsole();
  const more = plan.more?.filter(({ call }) => !call || mayCall(call, user.roles));
  const tabs = tabsOf(more ? { ...plan, more } : plan);
  const choose = (key: string | null) => {
    const chosen = tabs.find((tab) => tab.key === key);
    if (!chosen) return;
    const gone = Object.fromEntries(tabNames(tabs).map((name) => [name, undefined]));
    actor.send({ type: "condition.type", patch: { ...gone, ...ofTabs(chosen.conditions, tabNames(tabs)) } });
    actor.send({ type: "search.submit" });
  };
  const inForce = tabInForce(tabs, applied)?.key ?? null;
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tab of an address may stand beyond the edge.
  useEffect(() => {
    list.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [inForce]);
  return (
    <Tabs value={inForce} onChange={choose} classNames={{ tab: classes["tab"] ?? "" }}>
      <Tabs.List ref={list} aria-label={label} className={classes["list"] ?? ""}>
        {tabs.map((tab) => {
          const count = page ? tab.count(page) : undefined;
          return (
            // No panel stands below: the table is the same one, with other rows.
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
