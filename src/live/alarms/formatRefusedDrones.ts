import type { RefusedDrones } from "../../../adapters/contract/graphql/overview.ts";
import { sampleField } from "../../../adapters/contract/sample.ts";
import { rejectionReason } from "../../../adapters/contract/telemetry.ts";

const isSampleField = (field: string) => sampleField.schema.safeParse(field).success;

/** What is wrong, with the value that it is about. */
const formatReason = ({ reason, field }: RefusedDrones["reasons"][number]) =>
  rejectionReason.label(reason) +
  (reason === "outOfRange" && field !== null && isSampleField(field)
    ? `（${sampleField.label(field)}）`
    : "");

/** More reasons say nothing that a reader at a distance can act on. */
const maxReasons = 2;

/** How many drones fly while their data are refused, and why; null where there are none. */
export function formatRefusedDrones(refused: RefusedDrones | null | undefined): string | null {
  if (!refused || refused.count === 0) return null;
  const { count, reasons } = refused;
  const shown = reasons
    .slice(0, maxReasons)
    .map((one) => (reasons.length > 1 ? `${formatReason(one)} ${one.count} 架` : formatReason(one)));
  return `有 ${count} 架设备的数据被拒收：${shown.join("，")}${reasons.length > maxReasons ? " 等" : ""}`;
}

/** Which drones they are, as far as there is room. */
export const formatRefusedSns = ({ count, sns }: RefusedDrones): string =>
  `地图上看不到它们现在的位置。序列号 ${sns.join("、")}${count > sns.length ? " 等" : ""}`;
