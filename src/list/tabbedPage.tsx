import { Tabs } from "@mantine/core";
import { use } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { PageComponent, PageLoaderContext, PageStatics } from "../pageApi/pageComponent.ts";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { canCall } from "./canCall.ts";
import { FixedConditionsContext } from "./fixedConditions.ts";
import classes from "./tabbedPage.module.css";

export interface PageTab {
  /** Its value of the URL parameter `tab`. */
  readonly key: string;
  readonly title: string;
  /** Its list call: the tab is hidden from roles that may not make it. */
  readonly call: Endpoint;
  readonly page: PageComponent;
}

/** A page of several lists, one at a time; the URL holds the active one. */
export function tabbedPage(tabs: readonly PageTab[]): PageComponent {
  const resolveTab = (roles: PageLoaderContext["roles"], search: string) => {
    const allowedTabs = tabs.filter(({ call }) => canCall(call, roles));
    const requestedKey = new URLSearchParams(search).get("tab");
    return { allowedTabs, activeTab: allowedTabs.find(({ key }) => key === requestedKey) ?? allowedTabs[0] };
  };
  const Page: PageComponent = () => {
    const { user } = usePageApi();
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    const isEmbedded = use(FixedConditionsContext) !== null;
    const { allowedTabs, activeTab } = resolveTab(user.roles, search);
    if (!activeTab) return null;
    // The page around it has tabs of its own.
    if (allowedTabs.length === 1 || isEmbedded) return <activeTab.page />;
    const selectTab = (key: string | null) =>
      // Conditions of one list do not apply to the other.
      void navigate({ pathname, search: key === null || key === allowedTabs[0]?.key ? "" : `?tab=${key}` });
    return (
      <Tabs className={classes["tabs"] ?? ""} value={activeTab.key} onChange={selectTab} keepMounted={false}>
        <Tabs.List mb="sm">
          {allowedTabs.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {allowedTabs.map(({ key, page: Panel }) => (
          <Tabs.Panel key={key} value={key}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    );
  };
  const loader = async (context: PageLoaderContext) =>
    resolveTab(context.roles, context.search).activeTab?.page.loader?.(context);
  return Object.assign(Page, { loader } satisfies PageStatics);
}
