import { Tabs } from "@mantine/core";
import { useLocation, useNavigate } from "react-router-dom";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { PageComponent, PageGround } from "../console/pageComponent.ts";
import { useConsole } from "../console/useConsole.ts";
import { mayCall } from "./mayCall.ts";
import classes from "./tabbedPage.module.css";

/** One list of a page that holds several. */
export interface PageTab {
  /** Its name in the address. */
  readonly key: string;
  readonly title: string;
  /** Its list call: whom the contract keeps from it does not see the tab. */
  readonly call: Endpoint;
  readonly page: PageComponent;
}

/** A page of several lists, one at a time; which one stands in the address. */
export function tabbedPage(tabs: readonly PageTab[]): PageComponent {
  const shownOf = (roles: PageGround["roles"], search: string) => {
    const mine = tabs.filter(({ call }) => mayCall(call, roles));
    const wanted = new URLSearchParams(search).get("tab");
    return { mine, present: mine.find(({ key }) => key === wanted) ?? mine[0] };
  };
  const Page: PageComponent = () => {
    const { user } = useConsole();
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    const { mine, present } = shownOf(user.roles, search);
    if (!present) return null;
    if (mine.length === 1) return <present.page />;
    const go = (key: string | null) =>
      // The conditions of one list mean nothing to the other.
      void navigate({ pathname, search: key === null || key === mine[0]?.key ? "" : `?tab=${key}` });
    return (
      <Tabs className={classes["tabs"] ?? ""} value={present.key} onChange={go} keepMounted={false}>
        <Tabs.List mb="sm">
          {mine.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {mine.map(({ key, page: Panel }) => (
          <Tabs.Panel key={key} value={key}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    );
  };
  const begin = async (ground: PageGround) =>
    shownOf(ground.roles, ground.search).present?.page.begin?.(ground);
  return Object.assign(Page, { begin });
}
