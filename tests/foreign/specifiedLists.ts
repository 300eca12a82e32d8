import type { ComponentType } from "react";
import { isExtension } from "../../adapters/contract/endpoint.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";

// The test that imports this mocks `listPage` and `tabbedPage`, so that pages export their configuration.

interface Tab {
  readonly page: ListConfig | ComponentType;
}

const pages = await Promise.all([
  import("../../src/pages/account/accountList.page.tsx"),
  import("../../src/pages/account/userList.page.tsx"),
  import("../../src/pages/order/orderList.page.tsx"),
  import("../../src/pages/order/invoice.page.tsx"),
  import("../../src/pages/goods/goodsList.page.tsx"),
  import("../../src/pages/goods/serviceList.page.tsx"),
  import("../../src/pages/channel/channelList.page.tsx"),
  import("../../src/pages/msg/msgList.page.tsx"),
  import("../../src/pages/operate/boxPage.page.tsx"),
  import("../../src/pages/operate/airport.page.tsx"),
]);
const isList = (page: ListConfig | ComponentType): page is ListConfig => typeof page === "object";

/** The lists of the specification's pages that another platform answers. */
export const lists: readonly ListConfig[] = pages
  .flatMap((page): readonly (ListConfig | ComponentType)[] => {
    // Safe cast: the mocks define these exports.
    const exported = page.default as unknown as ListConfig | readonly Tab[];
    return "call" in exported ? [exported] : exported.map((tab) => tab.page);
  })
  .filter(isList)
  .filter(({ call, specified }) => !isExtension(call) || specified !== undefined);
