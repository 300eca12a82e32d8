import { TextInput } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { parseInvoicedOrders } from "./InvoiceOrdersField.tsx";

/** The buyer's tax number; an empty one is filled in with the credit code of the orders' company. */
export function TaxNoField(field: CustomFieldProps) {
  const { value, values, onChange } = field;
  const { client } = usePageApi();
  const companyId = parseInvoicedOrders(values["orders"])[0]?.companyId ?? null;
  const { result } = useQuery(companyId, (signal) =>
    client.call(companyCalls.companyOne, { params: { id: companyId ?? "" } }, { signal }),
  );
  const creditCode = result.state === "success" ? result.data.creditCode : "";
  // Once, when it becomes known: what somebody empties afterwards stays empty.
  const fillTaxNo = useEffectEvent(() => value === "" && onChange(creditCode));
  useEffect(() => void (creditCode !== "" && fillTaxNo()), [creditCode]);
  return (
    <TextInput
      {...toInputProps(field)}
      value={typeof value === "string" ? value : ""}
      placeholder="统一社会信用代码或纳税人识别号"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
