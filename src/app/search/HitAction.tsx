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
import type { SearchKind } from "../../../adapters/contract/graphql/search.ts";
import type { RecentRecord } from "../../list/links/recentRecords.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { getHitStatus } from "./hitStatus.ts";

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

interface Props {
  readonly hit: RecentRecord & { readonly amountFen?: number | null };
  readonly onOpen: () => void;
}

/** One record among the results. */
export function HitAction({ hit, onOpen }: Props) {
  const { kind, title, subtitle, amountFen } = hit;
  const Icon = iconByKind[kind];
  const status = getHitStatus(hit);
  const amount = amountFen === null || amountFen === undefined ? "" : formatMoney(amountFen);
  return (
    <Spotlight.Action
      label={title}
      description={[subtitle, amount].filter((text) => text !== "").join(" · ")}
      leftSection={<Icon size={22} stroke={1.5} aria-hidden />}
      rightSection={status && <StatusTag label={status.label} color={status.color} />}
      onClick={onOpen}
    />
  );
}
