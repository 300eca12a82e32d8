import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import {
  type AccessKeyRow,
  accessKeyCalls,
  accessKeyStatus,
  maxAccessKeysPerCompany,
} from "../../../adapters/contract/accessKey.ts";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canCall } from "../../list/canCall.ts";
import { PlainTable } from "../../list/detail/PlainTable.tsx";
import { actionForm } from "../../list/form/actionForm.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { Column, RowDialogProps } from "../../list/listDefinition.ts";
import { createAccessKeyForm } from "../../list/people/createAccessKeyForm.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { formatDay } from "../../ui/format/formatTime.ts";
import { TextAction } from "../../ui/TextAction.tsx";

const createKeyForm = createAccessKeyForm("company-access-key");

const revokeKeyForm = actionForm({
  name: "access-key-revoke",
  title: ({ accessKey }: AccessKeyRow) => `吊销 ${accessKey}`,
  call: accessKeyCalls.accessKeyRevoke,
  destructive: true,
  submitLabel: "吊销",
  consequence: () => "使用该密钥的设备将立即无法上报，吊销后不能恢复。请先确认设备已经换用新的密钥。",
  fields: [{ kind: "text", name: "reason", label: "吊销原因", placeholder: "将记入操作日志", wide: true }],
  args: ({ id }, { reason }, requestId) => ({ body: { id, reason, requestId } }),
});

const columns: readonly Column<AccessKeyRow>[] = [
  { key: "accessKey", title: "AccessKey", width: 270, as: "copy" },
  { key: "status", title: word.status, width: 80, as: "tag", dictionary: accessKeyStatus },
  { key: "lastUsedAt", title: "最近使用", width: 170, as: "time" },
  { key: "lastAddress", title: word.sourceAddress, width: 130 },
  { key: "expiresAt", title: word.validUntil, width: 110, as: "expiry" },
  { key: "createdAt", title: word.createdAt, width: 170, as: "time" },
];

/** A company's access keys, with forms to create and to revoke one. */
export function AccessKeys({ row, onClose }: RowDialogProps<CompanyRow>) {
  const pageApi = usePageApi();
  // The specification has a call to create a key and none to list them.
  const canList = canCall(accessKeyCalls.accessKeyList, pageApi);
  const { result, refetch, reread } = useQuery(canList ? row.id : null, (signal) =>
    pageApi.client.call(accessKeyCalls.accessKeyList, { params: { companyId: row.id } }, { signal }),
  );
  const callbacks = { onSaved: reread, onUncertain: reread };
  const [createForm, revokeForm] = [useForm(createKeyForm, callbacks), useForm(revokeKeyForm, callbacks)];
  const keys = result.state === "success" ? result.data : [];
  const validCount = keys.filter(({ status }) => status === "valid").length;
  const isFull = validCount >= maxAccessKeysPerCompany;
  return (
    <Dialog opened onClose={onClose} size={1080} title={`${row.name} 的访问密钥`}>
      <Stack>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {canList
              ? `每家企业最多 ${maxAccessKeysPerCompany} 组有效密钥${result.state === "success" ? `，已有 ${validCount} 组` : ""}。更换密钥：先创建新的，在设备上换用，再吊销旧的。`
              : "当前平台不列出已有的密钥，请在创建后妥善保存。"}
          </Text>
          <Button
            disabled={canList && (result.state !== "success" || isFull)}
            title={isFull ? `已达到 ${maxAccessKeysPerCompany} 组上限，请先吊销不再使用的密钥` : undefined}
            onClick={() => createForm.open(row)}
          >
            创建密钥
          </Button>
        </Group>
        {canList && result.state === "pending" && (
          <Center py="lg">
            <Loader aria-label={word.reading} />
          </Center>
        )}
        {result.state === "error" && (
          <Center py="lg">
            <Stack align="center">
              <Text>访问密钥没有读到</Text>
              <Button onClick={refetch}>{word.retry}</Button>
            </Stack>
          </Center>
        )}
        {result.state === "success" && keys.length === 0 && (
          <Center py="lg">
            <Text c="dimmed">还没有访问密钥</Text>
          </Center>
        )}
        {keys.length > 0 && (
          <PlainTable
            title={word.accessKey}
            columns={columns}
            rows={keys}
            renderActions={(key) =>
              key.status === "valid" ? (
                <TextAction
                  aria-label={`吊销 ${key.accessKey}`}
                  style={{ color: "var(--mantine-color-error)" }}
                  onClick={() => revokeForm.open(key)}
                >
                  吊销
                </TextAction>
              ) : (
                key.revokedAt && `${formatDay(key.revokedAt)} 吊销`
              )
            }
          />
        )}
      </Stack>
      <FormHost form={createForm} />
      <FormHost form={revokeForm} />
    </Dialog>
  );
}
