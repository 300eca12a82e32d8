import { Alert, Anchor, Group, List, Loader, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { flightPhase } from "../../../../adapters/contract/flight.ts";
import {
  type ClearedField,
  clearedReason,
  type DeviceIngest,
  type IngestRefusal,
  ingestSource,
  signatureFailure,
} from "../../../../adapters/contract/ingestStatus.ts";
import { sampleField } from "../../../../adapters/contract/sample.ts";
import { rejectionReason } from "../../../../adapters/contract/telemetry.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { PlainTable } from "../../../list/detail/PlainTable.tsx";
import type { Column } from "../../../list/listDefinition.ts";
import { formatDecimalDegrees } from "../../../map/controls/formatCoordinates.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { AccessStep } from "./AccessStep.tsx";
import { ClockNotice } from "./ClockNotice.tsx";
import { formatClockOffset } from "./formatClockOffset.ts";
import type { IngestStatusData } from "./useIngestStatus.ts";

/** A clock that is off by more is pointed out. */
const clockWarningMs = 30_000;

type LastSample = NonNullable<DeviceIngest["last"]>;

const formatPosition = ({ lat, lon }: LastSample) =>
  lat === null || lon === null ? "没有定位" : formatDecimalDegrees([lon / 1e7, lat / 1e7]);

/** The best known height with its datum. */
function formatHeight({ hAgl, hRel, hEll }: LastSample): string {
  if (hAgl !== null) return `${hAgl.toFixed(1)} m（离地）`;
  if (hRel !== null) return `${hRel.toFixed(1)} m（相对起飞点）`;
  return hEll === null ? word.unknown : `${hEll.toFixed(1)} m（椭球高）`;
}

function AcceptedSample({ device, last }: { readonly device: DeviceIngest; readonly last: LastSample }) {
  return (
    <Alert color="green" title={`${device.sn} 的数据已收到`}>
      <Stack gap={4}>
        <Text size="sm">{`最近一条 ${formatTime(last.at)}，共接受 ${device.accepted} 条，经 ${ingestSource.label(device.via)}`}</Text>
        <Text size="sm">{`位置 ${formatPosition(last)}，高度 ${formatHeight(last)}，阶段 ${last.phase === null ? word.unknown : flightPhase.label(last.phase)}，电量 ${last.batPct === null ? word.unknown : `${Math.round(last.batPct)}%`}`}</Text>
        {Math.abs(last.clockOffsetMs) > clockWarningMs && (
          <Text size="sm" fw={600}>{`设备时钟比服务器${formatClockOffset(last.clockOffsetMs)}，请校时`}</Text>
        )}
        {device.isContradicted && (
          <Text size="sm" fw={600}>
            阶段与高度速度矛盾：上报的阶段是在地面，高度和速度却是在飞，已按在飞处理。请上报实际的阶段，没有阶段就不要填
          </Text>
        )}
        {device.taskId !== null && (
          <Anchor component={Link} size="sm" to={`/page/page?task=${device.taskId}`}>
            在地图中查看
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}

type RefusalRow = IngestRefusal & { readonly id: string };

const refusalColumns: readonly Column<RefusalRow>[] = [
  { key: "at", title: word.time, width: 180, as: "time" },
  { key: "reason", title: word.reason, width: 190, as: "label", dictionary: rejectionReason },
  { key: "field", title: word.field, width: 90 },
  // Text: a number's digits are shown as they were sent.
  {
    key: "value",
    title: "收到的值",
    width: 140,
    as: "custom",
    cell: ({ value }) => (value === null ? null : String(value)),
  },
  { key: "expected", title: "应为", width: 320 },
];

function RefusedSamples({ device: { refused, refusals } }: { readonly device: DeviceIngest }) {
  const counts = refused.map(({ reason, count }) => `${rejectionReason.label(reason)} ${count} 条`);
  return (
    <>
      <Alert
        color="red"
        title="有样本被拒绝"
      >{`${counts.join("，")}。下面是最近的 ${refusals.length} 条。`}</Alert>
      <PlainTable
        title="被拒绝的样本"
        columns={refusalColumns}
        rows={refusals.map((refusal, index) => ({ ...refusal, id: String(index) }))}
      />
    </>
  );
}

type ClearedRow = ClearedField & { readonly id: string };

const clearedColumns: readonly Column<ClearedRow>[] = [
  {
    key: "field",
    title: word.field,
    width: 190,
    as: "custom",
    cell: ({ field }) => `${sampleField.label(field)}（${field}）`,
  },
  { key: "count", title: word.times, width: 70, as: "number" },
  { key: "at", title: word.lastTime, width: 170, as: "time" },
  {
    key: "value",
    title: "收到的值",
    width: 110,
    as: "custom",
    cell: ({ value }) => String(value),
  },
  { key: "reason", title: word.description, width: 120, as: "label", dictionary: clearedReason },
  { key: "expected", title: "应为", width: 230 },
];

/** Values that count as unknown: the samples were taken all the same. */
function ClearedValues({ cleared }: { readonly cleared: DeviceIngest["cleared"] }) {
  const counts = cleared.map(({ field, count }) => `${sampleField.label(field)} ${count} 次`);
  return (
    <>
      <Alert color="orange" title="有数值不可用，已按未知处理">
        {`样本照常接收，只是这些数值不显示：${counts.join("，")}。`}
      </Alert>
      <PlainTable
        title="按未知处理的数值"
        columns={clearedColumns}
        rows={cleared.map((one) => ({ ...one, id: one.field }))}
      />
    </>
  );
}

interface Props {
  readonly companyId: string;
  readonly sn: string;
  readonly status: IngestStatusData | null;
  readonly isFailed: boolean;
}

/** What has come of the drone, and what was refused and why. */
export function ResultStep({ companyId, sn, status, isFailed }: Props) {
  const device = status?.devices.find((candidate) => candidate.sn === sn);
  const { signatureFailures = [], invalidBodies = [] } = status ?? {};
  const invalidRows = invalidBodies.map((row, index) => ({ ...row, id: String(index) }));
  return (
    <AccessStep step={5} title="等待第一条数据">
      <Stack gap="sm" aria-live="polite">
        {isFailed && <Alert color="orange">接入状态没有读到，正在重试</Alert>}
        {device?.last ? (
          <AcceptedSample device={device} last={device.last} />
        ) : (
          <Group gap="xs">
            <Loader size="xs" aria-hidden />
            <Text size="sm">
              {status?.lastSeenAt
                ? `${sn} 最近一次发来数据是 ${formatTime(status.lastSeenAt)}，正在等待新的数据，每 2 秒查询一次`
                : `正在等待 ${sn} 的第一条数据，每 2 秒查询一次`}
            </Text>
          </Group>
        )}
        {device && <ClockNotice companyId={companyId} device={device} />}
        {device && device.refusals.length > 0 && <RefusedSamples device={device} />}
        {device && device.cleared.length > 0 && <ClearedValues cleared={device.cleared} />}
        {signatureFailures.length > 0 && (
          <Alert color="red" title="有请求的签名被拒绝">
            <List size="sm">
              {signatureFailures.map(({ accessKey, reason, at, count, clockOffsetMs }) => (
                <List.Item
                  key={`${accessKey} ${reason}`}
                >{`${formatTime(at)} ${accessKey}：${signatureFailure.label(reason)}，共 ${count} 次${
                  reason === "clock" && clockOffsetMs !== null
                    ? `，时间戳比服务器${formatClockOffset(clockOffsetMs)}`
                    : ""
                }`}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {invalidBodies.length > 0 && (
          <Alert color="red" title="有请求的内容不符合格式，整个请求被拒绝（400）">
            <List size="sm">
              {invalidRows.map(({ id, at, path, message }) => (
                <List.Item
                  key={id}
                >{`${formatTime(at)} ${path === "" ? "" : `${path}：`}${message}`}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </AccessStep>
  );
}
