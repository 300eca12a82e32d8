import type { RefusedDrones } from "../../../../adapters/contract/graphql/overview.ts";
import { sampleField } from "../../../../adapters/contract/sample.ts";
import { rejectionReason } from "../../../../adapters/contract/telemetry.ts";

const isSampleField = (field: string) => sampleField.schema.safeParse(field).success;

/** What is wrong, with the value that it is about. */
const formatReason = ({ reason, field }: RefusedDrones["reasons"][number]) =>
  rejectionReason.label(reason) +
  (reason === "outOfRange" && field !== null && isSampleField(field)
    ? `（${sampleField.label(field)}）`
    : "");

/** A sentence about drones that fly while their data are refused; null where there are none. */
export function formatRefusedDrones(refused: RefusedDrones | null | undefined): string | null {
  if (!refused || refused.count === 0) return null;
  const { count, sns, reasons } = refused;
  const reason = reasons
    .map((one) => (reasons.length > 1 ? `${formatReason(one)} ${one.count} 架` : formatReason(one)))
    .join("，");
  return `有 ${count} 架设备的数据被拒收，地图上看不到它们的当前位置：${reason}。序列号 ${sns.join("、")}${count > sns.length ? " 等" : ""}`;
}
