import { Alert, Button, FileInput, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { importMaxBytes, importMaxRows } from "../../../adapters/contract/sheetImport.ts";
import { type RecipientList, smsRecipientCalls } from "../../../adapters/contract/smsRecipients.ts";
import * as word from "../../../adapters/contract/words.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { LinesTable } from "../../list/sheetImport/LinesTable.tsx";
import { recipientFile } from "../../list/sms/toBulkSms.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";

const maxMb = importMaxBytes / 1024 / 1024;

/** Reads the recipients from a file of the user; the field's value names the list that the server keeps for a day. */
export function RecipientFileField(field: CustomFieldProps) {
  const { client } = usePageApi();
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > importMaxBytes;
  const key = file && !isTooLarge ? `${file.name} ${file.size} ${file.lastModified}` : null;
  const { result, refetch } = useQuery(key, (signal) => {
    if (!file) throw new Error("no file to read");
    const query = { fileName: file.name, requestId: createRequestId() };
    return client.call(smsRecipientCalls.smsRecipientsRead, { query, file }, { signal, showsRefusal: true });
  });
  const list = key !== null && result.state === "success" ? result.data : null;
  const notify = useEffectEvent(({ id, found }: RecipientList) =>
    field.onChange({ id, found, fileName: file?.name ?? "" }),
  );
  useEffect(() => {
    if (list) notify(list);
  }, [list]);
  const choose = (next: File | null) => {
    setFile(next);
    field.onChange(null);
  };
  const kept = recipientFile.safeParse(field.value).data;
  return (
    <Stack gap={6}>
      <FileInput
        {...toInputProps(field)}
        error={isTooLarge ? `文件不能超过 ${maxMb} MB，请拆分后再选择` : field.error}
        description={`任何有一列手机号的 .xlsx 或 .csv，最多 ${formatNumber(importMaxRows)} 行；只发给平台用户`}
        value={file}
        accept=".xlsx,.csv"
        placeholder={kept ? kept.fileName : "选择 .xlsx 或 .csv 文件"}
        leftSection={<IconFileSpreadsheet size={16} />}
        clearable
        clearButtonProps={{ "aria-label": word.takeOutFile }}
        onChange={choose}
      />
      <div role="status" aria-label="读取结果">
        {list ? (
          <Found list={list} />
        ) : key === null ? (
          kept && <Text size="sm">{`名单中有 ${formatNumber(kept.found)} 位平台用户`}</Text>
        ) : result.state === "pending" ? (
          <Text size="sm">正在读取名单…</Text>
        ) : (
          <Alert color="red" p="xs">
            <Text size="sm">
              {result.state === "error" && result.message ? result.message : "名单没有读到"}
            </Text>
            {result.state === "error" && !result.isRefused && (
              <Button size="compact-sm" variant="default" onClick={refetch}>
                {word.retry}
              </Button>
            )}
          </Alert>
        )}
      </div>
    </Stack>
  );
}

function Found({ list: { total, found, faults } }: { readonly list: RecipientList }) {
  return (
    <Stack gap="xs">
      <Alert color={faults.length === 0 ? "green" : "orange"} p="xs">
        {`共 ${formatNumber(total)} 行，找到 ${formatNumber(found)} 位平台用户${faults.length > 0 ? `，${formatNumber(faults.length)} 行不会发送` : ""}`}
      </Alert>
      {faults.length > 0 && (
        <LinesTable
          label="不会发送的行"
          header={["行", word.reason]}
          lines={faults.map(({ row, message }) => [String(row), message])}
        />
      )}
    </Stack>
  );
}
