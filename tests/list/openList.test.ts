import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createActor } from "xstate";
import { orderCalls } from "../../adapters/contract/order.ts";
import { orderStatus } from "../../adapters/contract/orderEvent.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import type { Client } from "../../adapters/http/client.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import { openList, waitUntilLoaded } from "../../src/list/page/listActor.ts";
import { parseSearch } from "../../src/list/query/urlQuery.ts";
import type { UserStorage } from "../../src/pageApi/usePageApi.ts";
import type { PageScope } from "../../src/pageApi/usePageScope.ts";

const call = orderCalls.orderPageList;
const config = {
  name: "order",
  call,
  filters: [],
  tabs: {
    name: "status",
    dictionary: orderStatus,
    extraTabs: [
      { label: "待我审核", conditions: { mine: true }, opensFor: "finance", call: orderCalls.orderAudit },
    ],
  },
} as unknown as ListConfig;
const savedQuery = { name: "待支付", search: "?status=pending", moving: {}, opens: true };
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

interface SetupOptions {
  readonly roles: readonly Role[];
  readonly taken?: readonly string[];
  readonly search?: string;
  readonly fixed?: ListConfig["fixed"];
}

/** Opens the list of orders; `arrive` lets the preferences arrive. */
function setupList({ roles, taken = [], search = "", fixed }: SetupOptions) {
  const values = new Map<string, unknown>();
  const scope = {
    value: (name: string, create: () => unknown) => {
      if (!values.has(name)) values.set(name, create());
      return values.get(name);
    },
    actor: (_: string, machine: () => AnyStateMachine) => createActor(machine()).start(),
  } as unknown as PageScope;
  let arrive: (preferences: unknown) => void = () => undefined;
  let fail: () => void = () => undefined;
  const storage = {
    get: () =>
      new Promise((resolve, reject) => {
        arrive = resolve;
        fail = () => reject(new Error("offline"));
      }),
  } as unknown as UserStorage;
  const bodies: unknown[] = [];
  const client = {
    call: async (_: unknown, { body }: { body: unknown }, { signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      bodies.push(body);
      return { list: [{ id: "1" }], total: 1 };
    },
  } as unknown as Client;
  const context = {
    scope,
    client,
    storage,
    extensions: true,
    user: { roles, changedRights: { given: [], taken: [...taken] } },
    search,
  };
  const list = openList(fixed ? { ...config, fixed } : config, context);
  const settle = async (settlePreferences: () => void) => {
    await flushPromises();
    const before = [...bodies];
    settlePreferences();
    await waitUntilLoaded(list.actor);
    await flushPromises();
    return { before, after: bodies.slice(before.length) };
  };
  return {
    list,
    arrive: (preferences: unknown) => settle(() => arrive(preferences)),
    fail: () => settle(() => fail()),
  };
}

const firstPage = { pageNo: 1, pageSize: 50 };

describe("a list that opens on the role's own tab", () => {
  it("queries once, when the preferences are known", async () => {
    const { arrive } = setupList({ roles: ["finance"] });
    expect(await arrive(null)).toEqual({ before: [], after: [{ ...firstPage, mine: true }] });
  });

  it("queries the default query instead, in the user's page size", async () => {
    const { arrive } = setupList({ roles: ["finance"] });
    expect(await arrive({ queries: [savedQuery], pageSize: 100 })).toEqual({
      before: [],
      after: [{ pageNo: 1, pageSize: 100, status: "pending" }],
    });
  });

  it("queries its tab too if the preferences cannot be read", async () => {
    const { fail } = setupList({ roles: ["finance"] });
    expect(await fail()).toEqual({ before: [], after: [{ ...firstPage, mine: true }] });
  });

  it("queries its tab if they take longer than a second, and stays there", async () => {
    const { list, arrive } = setupList({ roles: ["finance"] });
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await waitUntilLoaded(list.actor);
    expect(await arrive({ queries: [savedQuery] })).toEqual({
      before: [{ ...firstPage, mine: true }],
      after: [],
    });
  });

  it.for([
    ["the address has conditions", { search: "?status=pending" }, { status: "pending" }],
    ["it is a part of a company's page", { fixed: { companyId: "7" } }, { companyId: "7" }],
    ["the role may not act there", { taken: ["/order/v3/financial/audit"] }, {}],
  ] as const)("does not wait if %s", async ([, options, conditions]) => {
    const { arrive } = setupList({ roles: ["finance"], ...options });
    expect(await arrive(null)).toEqual({ before: [{ ...firstPage, ...conditions }], after: [] });
  });
});

it.for([["operator"], ["finance", "operator"]] as const)(
  "a list does not wait for the preferences of %s",
  async (roles) => {
    const { arrive } = setupList({ roles });
    expect(await arrive(null)).toEqual({ before: [firstPage], after: [] });
  },
);

it("turns to the default query of the user, or to the user's page size", async () => {
  const byQuery = setupList({ roles: ["operator"] });
  expect((await byQuery.arrive({ queries: [savedQuery] })).after).toEqual([
    { ...firstPage, status: "pending" },
  ]);
  const bySize = setupList({ roles: ["operator"], search: "?status=pending" });
  expect((await bySize.arrive({ queries: [savedQuery], pageSize: 20 })).after).toEqual([
    { pageNo: 1, pageSize: 20, status: "pending" },
  ]);
});

it("takes the page size that was set elsewhere when it is shown again, not when it is shown first", async () => {
  const { list, arrive } = setupList({ roles: ["operator"] });
  await arrive({ pageSize: 20 });
  list.handleShown();
  expect((await arrive({ pageSize: 100 })).after).toEqual([]);
  list.handleShown();
  expect((await arrive({ pageSize: 100 })).after).toEqual([{ pageNo: 1, pageSize: 100 }]);
});

describe("the address of a list that turned before it was mounted", () => {
  const open = async () => {
    const { list, arrive } = setupList({ roles: ["finance"] });
    await arrive(null);
    /** @param isThere whether the browser is at the list */
    const mount = (search: string, isThere = true) => {
      const written: unknown[] = [];
      const { isOutdated, detach } = list.urlSync.attach(
        search,
        parseSearch(search, call.body),
        (query, replace) => {
          if (isThere) written.push({ ...query.filters, replace });
          return false;
        },
      );
      return { isOutdated, written, detach };
    };
    return { mount, urlSync: list.urlSync };
  };
  const mine = [{ mine: true, replace: true }];

  it("is replaced by the list's query, which does not follow the old address", async () => {
    const { mount } = await open();
    expect(mount("")).toMatchObject({ isOutdated: true, written: mine });
  });

  it("stays if it has changed meanwhile", async () => {
    const { mount } = await open();
    expect(mount("?status=pending")).toMatchObject({ isOutdated: false, written: [] });
  });

  it("is replaced when the list is shown again, if the browser had gone on to another page", async () => {
    const { mount } = await open();
    const { isOutdated, written, detach } = mount("", false);
    expect({ isOutdated, written }).toEqual({ isOutdated: true, written: [] });
    detach();
    const again = mount("");
    expect(again).toMatchObject({ isOutdated: true, written: mine });
    again.detach();
    expect(mount("?mine=true")).toMatchObject({ isOutdated: false, written: [] });
  });

  it("is written again if another page was opened before it was rendered", async () => {
    const { mount } = await open();
    mount("").detach();
    expect(mount("")).toMatchObject({ isOutdated: true, written: mine });
  });

  it("waits as well if the browser goes on while the list is mounted", async () => {
    const { mount, urlSync } = await open();
    mount("").detach();
    const { detach } = mount("", false);
    urlSync.navigate({ ...urlSync.getQuery(), pageNo: 2 }, true);
    detach();
    expect(mount("")).toMatchObject({ isOutdated: true, written: [{ replace: true }] });
  });

  it("is no longer waited for once the list is back at the query of its address", async () => {
    const { urlSync, mount } = await open();
    let isRendered = false;
    const { detach } = urlSync.attach("", parseSearch("", call.body), () => isRendered);
    urlSync.navigate({ ...urlSync.getQuery(), pageNo: 2 });
    isRendered = true;
    urlSync.navigate({ ...urlSync.getQuery(), pageNo: 1 });
    detach();
    expect(mount("")).toMatchObject({ isOutdated: false, written: [] });
  });
});
