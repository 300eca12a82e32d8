import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { canCall } from "../canCall.ts";

/** The way to the export centre, where the export stands whatever becomes of this window. */
export function ExportCentreLink({ onFollow }: { readonly onFollow: () => void }) {
  const { user, config } = usePageApi();
  if (!config.extensions || !canCall(exportJobCalls.exportList, user.roles)) return null;
  return (
    <Text size="sm" c="dimmed">
      进度和文件也在
      <Anchor component={Link} to="/exports" inherit underline="always" onClick={onFollow}>
        导出中心
      </Anchor>
      ，文件保留 7 天
    </Text>
  );
}
