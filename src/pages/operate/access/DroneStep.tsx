import { Box, Button, Group, Text } from "@mantine/core";
import { deviceCalls } from "../../../../adapters/contract/device.ts";
import { PlainTable } from "../../../list/detail/PlainTable.tsx";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { Column } from "../../../list/listDefinition.ts";
import { ChoiceSelect } from "../../../list/pickers/ChoiceSelect.tsx";
import { toCallError } from "../../../list/toCallError.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { createDroneSource } from "../createDroneSource.ts";
import { AccessStep } from "./AccessStep.tsx";
import { droneForm } from "./droneForm.ts";
import type { IngestStatusData } from "./useIngestStatus.ts";

/** Another actor than the list's form, which reloads the list when it has saved. */
const registerForm = { ...droneForm, name: "drone-register", title: () => "登记无人机" };

interface UnregisteredRow {
  readonly id: string;
  readonly sn: string;
  readonly at: string;
  readonly count: number;
  readonly source: string;
}

const unregisteredColumns: readonly Column<UnregisteredRow>[] = [
  { key: "sn", title: "序列号", width: 200, as: "copy" },
  { key: "at", title: "最近一次", width: 180, as: "time" },
  { key: "count", title: "样本", width: 80, as: "number" },
  { key: "source", title: "来自", width: 150 },
];

interface Props {
  readonly companyId: string;
  readonly sn: string | null;
  readonly unregistered: IngestStatusData["unregistered"];
  readonly onChange: (sn: string | null) => void;
}

/** Chooses the company's drone or registers one, also one that already sends with the company's key. */
export function DroneStep({ companyId, sn, unregistered, onChange }: Props) {
  const { client } = usePageApi();
  const selectRegistered = async (id: string) => {
    try {
      const drone = await client.call(deviceCalls.droneOne, { params: { id } });
      onChange(drone.sn);
    } catch (error) {
      toCallError(error);
    }
  };
  const form = useForm(registerForm, {
    onSaved: (id) => void selectRegistered(id),
    onUncertain: () => undefined,
  });
  const rows = unregistered.map(({ sn: strange, at, count, via }) => ({
    id: `${via} ${strange}`,
    sn: strange,
    at,
    count,
    source: via === "http" ? "本企业的密钥" : "MQTT 服务器",
  }));
  return (
    <AccessStep step={2} title="选择或登记无人机">
      <Group align="end">
        <Box flex="1 1 240px" maw={480}>
          <ChoiceSelect
            key={`${companyId} ${sn}`}
            label="无人机"
            source={createDroneSource(companyId)}
            value={sn}
            onChange={onChange}
          />
        </Box>
        <Button variant="default" onClick={() => form.open(null, { companyId })}>
          登记无人机
        </Button>
      </Group>
      {rows.length > 0 && (
        <>
          <Text size="sm">以下序列号发来了数据，但没有登记，数据已被拒绝：</Text>
          <PlainTable
            title="未登记的序列号"
            columns={unregisteredColumns}
            rows={rows}
            renderActions={(row) => (
              <Button
                size="compact-sm"
                variant="light"
                aria-label={`登记 ${row.sn}`}
                onClick={() => form.open(null, { companyId, sn: row.sn })}
              >
                登记
              </Button>
            )}
          />
        </>
      )}
      <FormHost form={form} />
    </AccessStep>
  );
}
