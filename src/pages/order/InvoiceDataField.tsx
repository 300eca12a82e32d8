import { Group, Input, Loader, Text } from "@mantine/core";
import { formatYuan } from "../../../adapters/contract/formatYuan.ts";
import { type InvoiceDetail, invoiceCalls, invoiceType } from "../../../adapters/contract/invoice.ts";
import { taxRate } from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { CopyText } from "../../ui/CopyText.tsx";
import classes from "./InvoiceDataField.module.css";

/** Another platform may not tell the amount. */
const toYuan = (fen: number) => (Number.isNaN(fen) ? "" : formatYuan(fen));

/** What has to be typed into the tax system, in its order. */
const listFacts = (invoice: InvoiceDetail): readonly (readonly [title: string, text: string])[] => [
  [word.invoiceType, invoiceType.label(invoice.type)],
  ["抬头", invoice.title],
  [word.taxNo, invoice.taxNo],
  [word.bankAccount, invoice.bankAccount],
  [word.invoiceAddress, invoice.address],
  [word.invoiceEmail, invoice.email],
  [word.invoiceAmount, toYuan(invoice.amountFen)],
  [word.remark, invoice.remark],
];

/** The buyer, the items and the mailbox of an application, each copied by a click. Read-only. */
export function InvoiceDataField({ id, label, value }: CustomFieldProps) {
  const { client, toast } = usePageApi();
  const invoiceId = typeof value === "string" && value !== "" ? value : null;
  const { result } = useQuery(invoiceId, (signal) =>
    client.call(invoiceCalls.invoiceDetail, { params: { id: invoiceId ?? "" } }, { signal }),
  );
  const renderCopy = (text: string) => (
    <CopyText
      text={text}
      onCopy={() => toast.success(`已复制 ${text}`)}
      onError={() => toast.warning(word.copyRefused)}
    />
  );
  if (result.state === "error") return <Text size="sm">开票信息没有读到，请在发票详情中查看</Text>;
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" description="点击即可复制">
      {result.state === "pending" ? (
        <Loader size="sm" aria-label="正在读取开票信息" mt={4} />
      ) : (
        <>
          <dl className={classes["facts"]}>
            {listFacts(result.data).map(
              ([title, text]) =>
                text !== "" && (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{renderCopy(text)}</dd>
                  </div>
                ),
            )}
          </dl>
          <ul className={classes["lines"]} aria-label="开票项目">
            {result.data.lines.map((line) => (
              <li key={`${line.name} ${line.taxCode} ${line.taxRate}`}>
                <Group gap="xs" justify="space-between">
                  <span>
                    {renderCopy(line.name)} {taxRate.label(line.taxRate)}
                  </span>
                  {renderCopy(toYuan(line.exTaxFen + line.taxFen))}
                </Group>
                {renderCopy(line.taxCode)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Input.Wrapper>
  );
}
