import { Tabs } from "@mantine/core";
import { use } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { mayCall } from "../../adapters/contract/mayCall.ts";
import type { PageComponent, PageLoaderContext, PageStatics } from "../pageApi/pageComponent.ts";
import { usePageApi } from "../pageApi/usePageApi.ts";
import { canCall, type Viewer } from "./canCall.ts";
import { FixedConditionsContext } from "./fixedConditions.ts";
import classes from "./tabbedPage.module.css";

export interface PageTab {
  /** Its value of the URL parameter `tab`. */
  readonly key: string;
  readonly title: string;
  /** Its list call: the tab is hidden from roles that may not make it, and where the platform does not have it. */
  readonly call: Endpoint;
  /** The list has rows by a call of the specification where the platform lacks its own. */
  readonly isSpecified?: true;
  readonly page: PageComponent;
}

/** A page of several lists, one at a time; the URL holds the active one. */
export function tabbedPage(tabs: readonly PageTab[]): PageComponent {
  const resolveTab = (viewer: Viewer, search: string) => {
    const allowedTabs = tabs.filter(({ call, isSpecified }) =>
      isSpecified ? mayCall(viewer.user, call) : canCall(call, viewer),
    );
    const requestedKey = new URLSearchParams(search).get("tab");
    return { allowedTabs, activeTab: allowedTabs.find(({ key }) => key === requestedKey) ?? allowedTabs[0] };
  };
  const Page: PageComponent = () => {
    const pageApi = usePageApi();
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    const isEmbedded = use(FixedConditionsContext) !== null;
    const { allowedTabs, activeTab } = resolveTab(pageApi, search);
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
  const loader = async (context: PageLoaderContext) => {
    const { user, extensions, search } = context;
    const viewer = { user, config: { extensions } };
    await resolveTab(viewer, search).activeTab?.page.loader?.(context);
  };
  return Object.assign(Page, { loader } satisfies PageStatics);
}
