import { Alert, Box, Button, Group, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { accessKeyCalls, maxAccessKeysPerCompany } from "../../../../adapters/contract/accessKey.ts";
import { deviceCalls, serialNo } from "../../../../adapters/contract/device.ts";
import * as f from "../../../../adapters/contract/fields.ts";
import { telemetryCalls } from "../../../../adapters/contract/telemetry.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { canCall } from "../../../list/canCall.ts";
import { PlainTable } from "../../../list/detail/PlainTable.tsx";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import { RecordLink } from "../../../list/links/RecordLink.tsx";
import { toRecordPath } from "../../../list/links/recordLinks.ts";
import type { Column } from "../../../list/listDefinition.ts";
import { type CreatedAccessKey, createAccessKeyForm } from "../../../list/people/createAccessKeyForm.ts";
import { ChoiceSelect } from "../../../list/pickers/ChoiceSelect.tsx";
import { companyChoices } from "../../../list/pickers/companyChoices.ts";
import { OptionSelect } from "../../../list/pickers/OptionSelect.tsx";
import { toCallError } from "../../../list/toCallError.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { useLatest } from "../../../pageApi/usePageScope.ts";
import { usePageSearchParams } from "../../../pageApi/usePageSearchParams.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { createDroneSource } from "../createDroneSource.ts";
import { AccessStep } from "./AccessStep.tsx";
import { CommandStep } from "./CommandStep.tsx";
import { droneForm } from "./droneForm.ts";
import { LimitNotice, RoomNotice } from "./Notices.tsx";
import { ResultStep } from "./ResultStep.tsx";
import { type IngestStatusData, useIngestStatus } from "./useIngestStatus.ts";

/** Leads from a company to the first sample of its drone. Company and drone are in the address, the secret nowhere. */
export function DeviceAccess() {
  const { client, config, canOpen } = usePageApi();
  const [params, setParams] = usePageSearchParams();
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
      <VisuallyHidden component="h1">{word.deviceAccess}</VisuallyHidden>
      <AccessStep step={1} title="选择企业">
        <ChoiceSelect
          aria-label={word.company}
          source={companyChoices}
          value={companyId}
          clearable={false}
          onChange={selectCompany}
        />
        {companyName !== "" && canOpen(toRecordPath("company", companyId ?? "")) && (
          <Text size="sm">
            <RecordLink record="company" id={companyId} text={`查看 ${companyName} 的全景`} />
          </Text>
        )}
        {companyId === null && (
          <Text size="sm" c="dimmed">
            设备的数据归登记它的企业；没有飞行任务也可以上报，平台会自动记为未登记任务。
          </Text>
        )}
      </AccessStep>
      <RoomNotice room={poll?.data?.room} />
      <LimitNotice limited={poll?.data?.limited} />
      {companyId !== null && (
        <DroneStep
          companyId={companyId}
          sn={sn}
          unregistered={poll?.data?.unregistered ?? []}
          onChange={(next) => select({ companyId, sn: next })}
        />
      )}
      {companyId !== null && sn !== null && (
        <>
          <KeyStep
            key={companyId}
            company={{ id: companyId, name: companyName }}
            keyId={accessKey}
            hasSample={poll?.data?.devices.some((device) => device.sn === sn) ?? false}
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
          <ResultStep
            companyId={companyId}
            sn={sn}
            status={poll?.data ?? null}
            isFailed={poll?.isFailed ?? false}
          />
        </>
      )}
    </Stack>
  );
}

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
  { key: "sn", title: word.sn, width: 200, as: "copy" },
  { key: "at", title: word.lastTime, width: 180, as: "time" },
  { key: "count", title: "样本", width: 80, as: "number" },
  { key: "source", title: "来自", width: 150 },
];

interface DroneStepProps {
  readonly companyId: string;
  readonly sn: string | null;
  readonly unregistered: IngestStatusData["unregistered"];
  readonly onChange: (sn: string | null) => void;
}

/** Chooses the company's drone or registers one, also one that already sends with the company's key. */
function DroneStep({ companyId, sn, unregistered, onChange }: DroneStepProps) {
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
            label={word.drone}
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
                {word.register}
              </Button>
            )}
          />
        </>
      )}
      <FormHost form={form} />
    </AccessStep>
  );
}

interface KeyStepProps {
  readonly company: { readonly id: string; readonly name: string };
  /** The AccessKey; its secret is not stored here. */
  readonly keyId: string;
  /** Whether a sample of the drone has come: the list then shows when its key was used. */
  readonly hasSample: boolean;
  readonly onChange: (keyId: string) => void;
  readonly onCreated: (key: CreatedAccessKey) => void;
}

/** Chooses or creates one of the company's access keys; other roles than admin type theirs. */
function KeyStep(props: KeyStepProps) {
  const pageApi = usePageApi();
  const { keyId, onChange } = props;
  return (
    <AccessStep step={3} title={word.accessKey}>
      {canCall(accessKeyCalls.accessKeyCreate, pageApi) ? (
        <KeyChoice {...props} />
      ) : (
        <TextInput
          label="AccessKey"
          description="密钥由超级管理员创建和保管；填写后会出现在下面的命令里"
          maw={400}
          value={keyId}
          onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[^0-9A-Za-z]/g, ""))}
        />
      )}
    </AccessStep>
  );
}

function KeyChoice({ company, keyId, hasSample, onChange, onCreated }: KeyStepProps) {
  const { client } = usePageApi();
  const { result, refetch, reread } = useQuery(`${company.id} ${hasSample}`, (signal) =>
    client.call(accessKeyCalls.accessKeyList, { params: { companyId: company.id } }, { signal }),
  );
  // The form's actor outlives this component.
  const getOnCreated = useLatest("access.onCreated", onCreated);
  const [keyForm] = useState(() => createAccessKeyForm("device-access-key", (key) => getOnCreated()(key)));
  const form = useForm(keyForm, { onSaved: reread, onUncertain: reread });
  const keys = result.state === "success" ? result.data.filter(({ status }) => status === "valid") : [];
  const isFull = keys.length >= maxAccessKeysPerCompany;
  return (
    <>
      <Group align="end">
        <OptionSelect
          label={word.accessKey}
          placeholder={
            result.state === "pending" ? word.readingNow : keys.length > 0 ? word.choose : "还没有访问密钥"
          }
          flex="1 1 240px"
          maw={480}
          data={keys.map((key) => ({
            value: key.accessKey,
            label: `${key.accessKey}（${key.lastUsedAt ? `最近使用 ${formatTime(key.lastUsedAt)}` : "未使用过"}）`,
          }))}
          value={keys.some((key) => key.accessKey === keyId) ? keyId : null}
          canBeEmpty
          onChange={(value) => onChange(value ?? "")}
        />
        <Button
          variant="default"
          disabled={result.state !== "success" || isFull}
          onClick={() => form.open(company)}
        >
          创建密钥
        </Button>
        {isFull && (
          <Text
            size="xs"
            c="dimmed"
          >{`已达到 ${maxAccessKeysPerCompany} 组上限，请先在账号列表的「访问密钥」中吊销不再使用的密钥`}</Text>
        )}
      </Group>
      {result.state === "error" && (
        <Alert color="orange" title="访问密钥没有读到">
          <Button size="compact-sm" onClick={refetch}>
            {word.retry}
          </Button>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        SecretKey 只在创建后显示一次；以前创建的密钥，请在命令里填入自己保存的 SecretKey。
      </Text>
      <FormHost form={form} />
    </>
  );
}
