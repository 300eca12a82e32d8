import { Button, Checkbox, Popover, Stack, Tabs } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useRef } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { canCall } from "../canCall.ts";
import type { ListResponse } from "../listConfig.ts";
import type { TabsConfig } from "../listDefinition.ts";
import type { Conditions } from "../query/conditions.ts";
import {
  createTabs,
  findActiveTab,
  getChosenValues,
  getTabConditionNames,
  pickTabConditions,
  toChosenCondition,
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
  const pageApi = usePageApi();
  const extraTabs = config.extraTabs?.filter(({ call }) => !call || canCall(call, pageApi));
  const tabs = createTabs(extraTabs ? { ...config, extraTabs } : config);
  const search = (conditions: Conditions) => {
    const cleared = Object.fromEntries(getTabConditionNames(tabs).map((name) => [name, undefined]));
    actor.send({
      type: "condition.type",
      patch: { ...cleared, ...pickTabConditions(conditions, getTabConditionNames(tabs)) },
    });
    actor.send({ type: "search.submit" });
  };
  const selectTab = (key: string | null) => {
    const chosen = tabs.find((tab) => tab.key === key);
    if (chosen) search(chosen.conditions);
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
    <div className={classes["row"]}>
      <Tabs value={activeKey} onChange={selectTab} classNames={{ tab: classes["tab"] ?? "" }}>
        <Tabs.List ref={listRef} aria-label={label} className={classes["list"] ?? ""}>
          {tabs.map((tab) => {
            const count = page ? tab.count(page) : undefined;
            return (
              // There is no tab panel: the same table shows other rows.
              <Tabs.Tab key={tab.key} value={tab.key} aria-controls={undefined}>
                {tab.label}
                {count !== undefined && !Number.isNaN(count) && (
                  <span className={classes["count"]}>{formatNumber(count)}</span>
                )}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
      </Tabs>
      <SeveralValues tabs={config} applied={applied} onSearch={search} />
    </div>
  );
}

interface SeveralValuesProps {
  readonly tabs: TabsConfig<string, ListResponse>;
  readonly applied: Conditions;
  readonly onSearch: (conditions: Conditions) => void;
}

/** Chooses several of the tabs' values at once, such as 已支付 and 已完成; each change searches. */
function SeveralValues({ tabs: { name, dictionary }, applied, onSearch }: SeveralValuesProps) {
  const values = getChosenValues(name, applied);
  const labels = values.map((value) => dictionary.label(value)).join("、");
  const isActive = values.length > 1;
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant={isActive ? "light" : "subtle"}
          size="compact-sm"
          className={classes["several"] ?? ""}
          title={isActive ? labels : undefined}
        >
          {isActive ? `已选 ${values.length} 类` : "多选"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="选择多个分类">
        <Checkbox.Group
          value={[...values]}
          onChange={(chosen) =>
            onSearch(
              toChosenCondition(
                name,
                // In their own order, so that one set has one address.
                dictionary.options.map(({ value }) => value).filter((value) => chosen.includes(value)),
              ),
            )
          }
        >
          <Stack gap="xs">
            {dictionary.options.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
