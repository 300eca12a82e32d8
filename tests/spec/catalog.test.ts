import { channelStatusMachine } from "../../machines/status/channel.ts";
import { goodsStatusMachine } from "../../machines/status/goods.ts";
import { serviceStatusMachine } from "../../machines/status/service.ts";
import type { StatusMachine } from "../../machines/status/statusMachine.ts";
import { type CatalogEntity, catalogLines, heldToTables } from "./statusTable.ts";

/** The typed machines; the tables' words are checked by the machines themselves. */
const machines = {
  service: serviceStatusMachine,
  goods: goodsStatusMachine,
  channel: channelStatusMachine,
} as unknown as Readonly<Record<CatalogEntity, StatusMachine<string, string>>>;

heldToTables(catalogLines, machines, { service: 4, goods: 4, channel: 4 });
