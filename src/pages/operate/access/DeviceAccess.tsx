import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { serialNo } from "../../../../adapters/contract/device.ts";
import * as f from "../../../../adapters/contract/fields.ts";
import { telemetryCalls } from "../../../../adapters/contract/telemetry.ts";
import type { CreatedAccessKey } from "../../../list/people/createAccessKeyForm.ts";
import { ChoiceSelect } from "../../../list/pickers/ChoiceSelect.tsx";
import { companyChoices } from "../../../list/pickers/companyChoices.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { AccessStep } from "./AccessStep.tsx";
import { CommandStep } from "./CommandStep.tsx";
import { DroneStep } from "./DroneStep.tsx";
import { KeyStep } from "./KeyStep.tsx";
import { ResultStep } from "./ResultStep.tsx";
import { useIngestStatus } from "./useIngestStatus.ts";

/** Leads from a company to the first sample of its drone. Company and drone stand in the address, the secret nowhere. */
export function DeviceAccess() {
  const { client, config } = usePageApi();
  const [params, setParams] = useSearchParams();
  const companyId = f.id.safeParse(params.get("companyId")).data ?? null;
  const sn = companyId === null ? null : (serialNo.safeParse(params.get("sn")).data ?? null);
  const [accessKey, setAccessKey] = useState("");
  const [createdKey, setCreatedKey] = useState<CreatedAccessKey | null>(null);
  const poll = useIngestStatus(companyId, sn);
  const nameQuery = useQuery(companyId, (signal) =>
    companyChoices.fetchByIds(client, [companyId ?? ""], signal),
  );
  const companyName = nameQuery.result.state === "success" ? (nameQuery.result.data[0]?.label ?? "") : "";
  const select = (next: { readonly companyId: string | null; readonly sn: string | null }) =>
    setParams(
      Object.fromEntries(
        Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== null),
      ),
      { replace: true },
    );
  const selectCompany = (id: string | null) => {
    setAccessKey("");
    setCreatedKey(null);
    select({ companyId: id, sn: null });
  };
  const secret = createdKey?.accessKey === accessKey ? createdKey.secret : "<SecretKey>";
  return (
    <Stack maw={960}>
      {/* The breadcrumb shows the title, screen readers need a heading. */}
      <VisuallyHidden component="h1">设备接入</VisuallyHidden>
      <AccessStep step={1} title="选择企业">
        <ChoiceSelect
          aria-label="企业"
          source={companyChoices}
          value={companyId}
          clearable={false}
          onChange={selectCompany}
        />
        {companyId === null && (
          <Text size="sm" c="dimmed">
            设备的数据归登记它的企业；没有飞行任务也可以上报，平台会自动记为未登记任务。
          </Text>
        )}
      </AccessStep>
      {companyId !== null && (
        <DroneStep
          companyId={companyId}
          sn={sn}
          unregistered={poll?.status?.unregistered ?? []}
          onChange={(next) => select({ companyId, sn: next })}
        />
      )}
      {companyId !== null && sn !== null && (
        <>
          <KeyStep
            key={companyId}
            company={{ id: companyId, name: companyName }}
            keyId={accessKey}
            hasSample={poll?.status?.devices.some((device) => device.sn === sn) ?? false}
            onChange={setAccessKey}
            onCreated={(key) => {
              setCreatedKey(key);
              setAccessKey(key.accessKey);
            }}
          />
          <CommandStep
            url={new URL(`${config.device}${telemetryCalls.telemetryIngest.path}`, location.href).href}
            keyId={accessKey || "<AccessKey>"}
            secret={secret}
            sn={sn}
          />
          <ResultStep sn={sn} status={poll?.status ?? null} isFailed={poll?.isFailed ?? false} />
        </>
      )}
    </Stack>
  );
}
