import { Alert } from "@mantine/core";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import type { IngestStatusData } from "./useIngestStatus.ts";

/** Says that the platform follows as many flights as it can; nothing while there is room. */
export function RoomNotice({ room }: { readonly room: IngestStatusData["room"] | undefined }) {
  if (room === undefined || room.free > 0) return null;
  const { capacity, refusedDrones } = room;
  return (
    <Alert color="red" title={`同时在飞已达平台上限 ${formatNumber(capacity)} 架`} role="status">{`${
      refusedDrones > 0
        ? `本企业有 ${formatNumber(refusedDrones)} 架无人机的数据因此未被接收，`
        : "新起飞的无人机暂时无法接入，"
    }有飞行结束后自动恢复接入，设备照常上报即可。长期如此请结束已失联的飞行，或联系运维人员调高上限。`}</Alert>
  );
}

/** Says that the company sends more than it may; nothing while it does not. */
export function LimitNotice({ limited }: { readonly limited: IngestStatusData["limited"] | undefined }) {
  if (!limited) return null;
  return (
    <Alert
      color="red"
      title="本企业发送太频繁，部分请求被拒绝（429）"
      role="status"
    >{`共 ${formatNumber(limited.count)} 次，最近一次 ${formatTime(limited.at)}：${limited.message}。 设备应按返回的 Retry-After 等待，之后补发未被接收的数据。`}</Alert>
  );
}
