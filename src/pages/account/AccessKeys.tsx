import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { accessKeyCalls, maxAccessKeysPerCompany } from "../../../adapters/contract/accessKey.ts";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { PlainTable } from "../../list/detail/PlainTable.tsx";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { Column, RowDialogProps } from "../../list/listDefinition.ts";
import { createAccessKeyForm } from "../../list/people/createAccessKeyForm.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";

const createKeyForm = createAccessKeyForm("company-access-key");

const columns: readonly Column<EndpointData<typeof accessKeyCalls.accessKeyList>[number]>[] = [
  { key: "accessKey", title: "AccessKey", width: 260, as: "copy" },
  { key: "createdAt", title: "创建时间", width: 170, as: "time" },
  { key: "lastUsedAt", title: "最近使用", width: 170, as: "time" },
];

/** A company's access keys, with a form to create one. */
export function AccessKeys({ row, onClose }: RowDialogProps<CompanyRow>) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(row.id, (signal) =>
    client.call(accessKeyCalls.accessKeyList, { params: { companyId: row.id } }, { signal }),
  );
  const form = useForm(createKeyForm, { onSaved: refetch, onUncertain: refetch });
  const keys = result.state === "success" ? result.data : [];
  const isFull = keys.length >= maxAccessKeysPerCompany;
  return (
    <Dialog opened onClose={onClose} size="xl" title={`${row.name} 的访问密钥`}>
      <Stack>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            每家企业最多 {maxAccessKeysPerCompany} 组
            {result.state === "success" && `，已有 ${keys.length} 组`}
          </Text>
          <Button
            disabled={result.state !== "success" || isFull}
            title={isFull ? `已达到 ${maxAccessKeysPerCompany} 组上限` : undefined}
            onClick={() => form.open(row)}
          >
            创建密钥
          </Button>
        </Group>
        {result.state === "pending" && (
          <Center py="lg">
            <Loader aria-label="正在读取" />
          </Center>
        )}
        {result.state === "error" && (
          <Center py="lg">
            <Stack align="center">
              <Text>访问密钥没有读到</Text>
              <Button onClick={refetch}>重试</Button>
            </Stack>
          </Center>
        )}
        {result.state === "success" && keys.length === 0 && (
          <Center py="lg">
            <Text c="dimmed">还没有访问密钥</Text>
          </Center>
        )}
        {keys.length > 0 && <PlainTable title="访问密钥" columns={columns} rows={keys} />}
      </Stack>
      <FormHost form={form} />
    </Dialog>
  );
}
