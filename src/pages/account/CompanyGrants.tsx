import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { serviceKind } from "../../../adapters/contract/service.ts";
import {
  type ServiceGrantRow,
  serviceGrantCalls,
  serviceGrantStatus,
} from "../../../adapters/contract/serviceGrant.ts";
import * as word from "../../../adapters/contract/words.ts";
import { WholeListNote } from "../../list/detail/WholeListNote.tsx";
import { expiresSoon } from "../../list/expiry.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatDay } from "../../ui/format/formatTime.ts";
import { QuotaBar } from "../../ui/QuotaBar.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./CompanyGrants.module.css";

/** A company's grants: remaining quota, end date and order. */
export function CompanyGrants({ companyId }: { readonly companyId: string }) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(companyId, (signal) =>
    client.call(serviceGrantCalls.companyServiceInfo, { params: { id: companyId } }, { signal }),
  );
  if (result.state === "pending")
    return (
      <Center py="xl">
        <Loader aria-label={word.reading} />
      </Center>
    );
  if (result.state === "error")
    return (
      <Center py="xl">
        <Stack align="center">
          <Text>服务没有读到</Text>
          <Button onClick={refetch}>{word.retry}</Button>
        </Stack>
      </Center>
    );
  if (result.data.length === 0)
    return (
      <Center py="xl">
        <Text c="dimmed">该企业还没有开通服务，创建订单并通过财务审核后开通</Text>
      </Center>
    );
  return (
    <>
      <ul className={classes["grants"]} aria-label={word.service}>
        {result.data.map((grant) => (
          <Grant key={grant.id ?? grant.serviceId} grant={grant} />
        ))}
      </ul>
      <WholeListNote rows={result.data} />
    </>
  );
}

function Grant({ grant }: { readonly grant: ServiceGrantRow }) {
  const { serviceName, kind, used, total, unit, status, orderId, orderNo } = grant;
  const isCurrent = status === "active" || status === "usedUp" || status === "waiting";
  return (
    <li className={classes["grant"]} aria-label={serviceName}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {serviceName}
          </Text>
          <Text size="xs" c="dimmed">
            {serviceKind.label(kind)}
          </Text>
        </Group>
        <StatusTag {...serviceGrantStatus.tag(status)} />
      </Group>
      <QuotaBar label={serviceName} used={used} total={total} unit={unit} active={isCurrent} />
      <Group justify="space-between" gap="xs">
        <Text
          size="xs"
          c={isCurrent && expiresSoon(getDaysLeft(grant)) ? "var(--mantine-color-error)" : "dimmed"}
        >
          {formatPeriod(grant)}
        </Text>
        <Text size="xs">
          <RecordLink record="order" id={orderId} text={`订单 ${orderNo}`} />
        </Text>
      </Group>
    </li>
  );
}

const dayMs = 86_400_000;

const getDaysLeft = ({ expireAt }: ServiceGrantRow) =>
  // At least 0: the server's clock may end it slightly later.
  expireAt === null ? null : Math.max(0, Math.ceil((Date.parse(expireAt) - Date.now()) / dayMs));

function formatPeriod(grant: ServiceGrantRow): string {
  const { startAt, expireAt, status } = grant;
  if (startAt === null || expireAt === null) return "尚未开通";
  const period = `${formatDay(startAt)} 至 ${formatDay(expireAt)}`;
  if (status === "waiting") return `${period}，未开始`;
  return status === "active" || status === "usedUp" ? `${period}，剩 ${getDaysLeft(grant) ?? 0} 天` : period;
}
