import { Spotlight } from "@mantine/spotlight";
import {
  IconBuilding,
  IconBuildingAirport,
  IconClipboardList,
  IconCoin,
  IconDrone,
  IconFileInvoice,
  IconPlaneDeparture,
  IconReceipt,
  IconRouter,
  IconUser,
} from "@tabler/icons-react";
import { boxStatus } from "../../../adapters/contract/box.ts";
import { companyStatus } from "../../../adapters/contract/company.ts";
import type { Dictionary } from "../../../adapters/contract/defineEnum.ts";
import { deviceStatus, hangarStatus } from "../../../adapters/contract/device.ts";
import type { SearchKind } from "../../../adapters/contract/graphql/search.ts";
import { invoiceStatus } from "../../../adapters/contract/invoice.ts";
import { orderStatus } from "../../../adapters/contract/order.ts";
import { orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { taskStatus } from "../../../adapters/contract/task.ts";
import { userStatus } from "../../../adapters/contract/user.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import type { RecentRecord } from "./recentRecords.ts";

const iconByKind: Record<SearchKind, typeof IconUser> = {
  company: IconBuilding,
  user: IconUser,
  order: IconReceipt,
  payment: IconCoin,
  invoice: IconFileInvoice,
  task: IconClipboardList,
  flight: IconPlaneDeparture,
  drone: IconDrone,
  box: IconRouter,
  hangar: IconBuildingAirport,
};

const statusByKind: Record<SearchKind, Dictionary> = {
  company: companyStatus,
  user: userStatus,
  order: orderStatus,
  payment: orderPayStatus,
  invoice: invoiceStatus,
  task: taskStatus,
  flight: taskStatus,
  drone: deviceStatus,
  box: boxStatus,
  hangar: hangarStatus,
};

interface Props {
  readonly hit: RecentRecord & { readonly amountFen?: number | null };
  readonly onOpen: () => void;
}

/** One record among the results. */
export function HitAction({ hit: { kind, title, subtitle, status, amountFen }, onOpen }: Props) {
  const Icon = iconByKind[kind];
  const statusOption = statusByKind[kind].options.find(({ value }) => value === status);
  const amount = amountFen === null || amountFen === undefined ? "" : formatMoney(amountFen);
  return (
    <Spotlight.Action
      label={title}
      description={[subtitle, amount].filter((text) => text !== "").join(" · ")}
      leftSection={<Icon size={22} stroke={1.5} aria-hidden />}
      rightSection={
        statusOption && <StatusTag label={statusOption.label} color={statusOption.color ?? "gray"} />
      }
      onClick={onOpen}
    />
  );
}
