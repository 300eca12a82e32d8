import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { deviceCalls } from "../../../../adapters/contract/device.ts";
import { clockCause, type DeviceIngest } from "../../../../adapters/contract/ingestStatus.ts";
import { canCall } from "../../../list/canCall.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import { toCallError } from "../../../list/toCallError.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { droneForm } from "./droneForm.ts";
import { formatClockOffset } from "./formatClockOffset.ts";

/** Another actor than the list's form, which reloads the list when it has saved. */
const clockForm = { ...droneForm, name: "drone-clock" };

interface Props {
  readonly companyId: string;
  readonly device: DeviceIngest;
}

/** Says how a drone's clock is corrected, and offers what its samples suggest. */
export function ClockNotice({ companyId, device: { sn, clockCorrectionS, clockProposal } }: Props) {
  const pageApi = usePageApi();
  const { client, toast } = pageApi;
  const [isOpening, setOpening] = useState(false);
  const form = useForm(clockForm, { onSaved: () => undefined, onUncertain: () => undefined });
  const open = async (correctionS: number) => {
    setOpening(true);
    try {
      const query = { kind: "drone" as const, companyId, keyword: sn };
      const found = await client.call(deviceCalls.deviceList, { query });
      const drone = found.find((candidate) => candidate.sn === sn);
      if (!drone) {
        toast.warning(`没有找到无人机 ${sn}，请刷新页面`);
        return;
      }
      form.open(await client.call(deviceCalls.droneOne, { params: { id: drone.id } }), {
        clockCorrectionS: String(correctionS),
      });
    } catch (error) {
      toCallError(error);
    } finally {
      setOpening(false);
    }
  };
  const canSave = canCall(deviceCalls.deviceSave, pageApi);
  return (
    <>
      {(clockCorrectionS !== 0 || clockProposal) && (
        <Alert
          color={clockProposal ? "orange" : "blue"}
          title={
            clockProposal
              ? `设备时钟一直比服务器${formatClockOffset(clockProposal.correctionS * 1_000)}（${clockCause.label(clockProposal.cause)}）`
              : "设备时钟已校正"
          }
        >
          <Stack gap="xs">
            {clockCorrectionS !== 0 && (
              <Text size="sm">{`平台按设备时钟${formatClockOffset(clockCorrectionS * 1_000)}校正它的时间。`}</Text>
            )}
            {clockProposal && (
              <Text size="sm">
                偏差是固定的。请在设备上校时；设备上改不了的，可以设置时钟校正，之后的样本按校正后的时间接收。
              </Text>
            )}
            {canSave && (
              <Group gap="xs">
                {clockProposal && (
                  <Button
                    size="compact-sm"
                    loading={isOpening}
                    onClick={() => void open(clockProposal.correctionS)}
                  >
                    {`校正 ${clockProposal.correctionS} 秒`}
                  </Button>
                )}
                {clockCorrectionS !== 0 && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={isOpening}
                    onClick={() => void open(0)}
                  >
                    取消校正
                  </Button>
                )}
              </Group>
            )}
          </Stack>
        </Alert>
      )}
      {/* It stays while every sample may change the proposal. */}
      <FormHost form={form} />
    </>
  );
}
