import { channelStatusMachine } from "../../machines/status/channel.ts";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { goodsStatusMachine } from "../../machines/status/goods.ts";
import { serviceStatusMachine } from "../../machines/status/service.ts";
import { type CatalogEntity, catalogLines, expectMatchesTable } from "./statusTable.ts";

/** Cast to string types: the tests check that statuses and events in the tables exist. */
const machines = {
  service: serviceStatusMachine,
  goods: goodsStatusMachine,
  channel: channelStatusMachine,
} as unknown as Readonly<Record<CatalogEntity, StatusMachine<string, string>>>;

expectMatchesTable(catalogLines, machines, { service: 4, goods: 4, channel: 4 });
