import { Alert } from "@mantine/core";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import type { IngestStatusData } from "./useIngestStatus.ts";

/** Says that the platform follows as many flights as it can; nothing while there is room. */
export function RoomNotice({ room }: { readonly room: IngestStatusData["room"] | undefined }) {
  if (room === undefined || room.free > 0) return null;
  const { capacity, refusedDrones } = room;
  return (
    <Alert color="red" title={`同时在飞已达平台上限 ${formatNumber(capacity)} 架`} role="status">
      {refusedDrones > 0
        ? `本企业有 ${formatNumber(refusedDrones)} 架无人机的数据因此未被接收，`
        : "新起飞的无人机暂时无法接入，"}
      有飞行结束后自动恢复接入，设备照常上报即可。长期如此请结束已失联的飞行，或联系运维人员调高上限。
    </Alert>
  );
}
