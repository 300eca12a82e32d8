import { Alert, Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { accessKeyCalls, maxAccessKeysPerCompany } from "../../../../adapters/contract/accessKey.ts";
import { canCall } from "../../../list/canCall.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import { type CreatedAccessKey, createAccessKeyForm } from "../../../list/people/createAccessKeyForm.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { useLatest } from "../../../pageApi/usePageScope.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { AccessStep } from "./AccessStep.tsx";

interface Props {
  readonly company: { readonly id: string; readonly name: string };
  /** The AccessKey; its secret is not kept here. */
  readonly keyId: string;
  /** Whether a sample of the drone has come: the list then says when its key was used. */
  readonly hasSample: boolean;
  readonly onChange: (keyId: string) => void;
  readonly onCreated: (key: CreatedAccessKey) => void;
}

/** Chooses or creates one of the company's access keys; other roles than admin type theirs. */
export function KeyStep(props: Props) {
  const { user } = usePageApi();
  const { keyId, onChange } = props;
  return (
    <AccessStep step={3} title="访问密钥">
      {canCall(accessKeyCalls.accessKeyCreate, user.roles) ? (
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

function KeyChoice({ company, keyId, hasSample, onChange, onCreated }: Props) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(`${company.id} ${hasSample}`, (signal) =>
    client.call(accessKeyCalls.accessKeyList, { params: { companyId: company.id } }, { signal }),
  );
  // The form's actor outlives this component.
  const getOnCreated = useLatest("access.onCreated", onCreated);
  const [keyForm] = useState(() => createAccessKeyForm("device-access-key", (key) => getOnCreated()(key)));
  const form = useForm(keyForm, { onSaved: refetch, onUncertain: refetch });
  const keys = result.state === "success" ? result.data : [];
  const isFull = keys.length >= maxAccessKeysPerCompany;
  return (
    <>
      <Group align="end">
        <Select
          label="访问密钥"
          placeholder={
            result.state === "pending" ? "正在读取…" : keys.length > 0 ? "请选择" : "还没有访问密钥"
          }
          flex="1 1 240px"
          maw={480}
          data={keys.map((key) => ({
            value: key.accessKey,
            label: `${key.accessKey}（${key.lastUsedAt ? `最近使用 ${formatTime(key.lastUsedAt)}` : "未使用过"}）`,
          }))}
          value={keys.some((key) => key.accessKey === keyId) ? keyId : null}
          onChange={(value) => onChange(value ?? "")}
        />
        <Button
          variant="default"
          disabled={result.state !== "success" || isFull}
          title={isFull ? `已达到 ${maxAccessKeysPerCompany} 组上限` : undefined}
          onClick={() => form.open(company)}
        >
          创建密钥
        </Button>
      </Group>
      {result.state === "error" && (
        <Alert color="orange" title="访问密钥没有读到">
          <Button size="compact-sm" onClick={refetch}>
            重试
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
