import { TextInput } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { useConsole } from "../../console/useConsole.ts";
import { fieldFrame } from "../../list/form/fieldFrame.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { useAnswer } from "../../list/useAnswer.ts";
import { ordersIn } from "./InvoiceOrdersField.tsx";

/** The buyer's tax number; an empty one is filled in with the credit code of the orders' company. */
export function TaxNoField(field: CustomFieldProps) {
  const { value, values, onChange } = field;
  const { client } = useConsole();
  const companyId = ordersIn(values["orders"])[0]?.companyId ?? null;
  const { answer } = useAnswer(companyId, (signal) =>
    client.call(companyCalls.companyOne, { params: { id: companyId ?? "" } }, { signal }),
  );
  const creditCode = answer.state === "here" ? answer.data.creditCode : "";
  // Once, when it becomes known: what somebody empties afterwards stays empty.
  const fill = useEffectEvent(() => value === "" && onChange(creditCode));
  useEffect(() => void (creditCode !== "" && fill()), [creditCode]);
  return (
    <TextInput
      {...fieldFrame(field)}
      value={typeof value === "string" ? value : ""}
      placeholder="统一社会信用代码或纳税人识别号"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
