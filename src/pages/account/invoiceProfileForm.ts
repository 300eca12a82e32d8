import { invoiceType } from "../../../adapters/contract/invoice.ts";
import {
  type InvoiceProfile,
  invoiceProfile,
  orderInvoiceCalls,
} from "../../../adapters/contract/orderInvoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";

/** The buyer of a company; without a version while none is kept. */
export type EditedProfile = Omit<InvoiceProfile, "version"> & Partial<Pick<InvoiceProfile, "version">>;

/** Edits what the company's next application for an invoice begins with. */
export const invoiceProfileForm = actionForm({
  name: "invoice-profile",
  title: ({ title }: EditedProfile) => `开票信息 ${title}`,
  done: ({ title }) => `已保存 ${title} 的开票信息`,
  call: orderInvoiceCalls.invoiceProfileSave,
  detailCall: { data: invoiceProfile },
  container: "drawer",
  submitLabel: word.save,
  consequence: () => "申请发票时自动填入这些内容，已经提交的申请不变。",
  fields: [
    { kind: "select", name: "type", label: word.invoiceType, dictionary: invoiceType },
    { kind: "text", name: "title", label: word.invoiceTitle, wide: true },
    {
      kind: "text",
      name: "taxNo",
      label: word.taxNo,
      placeholder: "统一社会信用代码或纳税人识别号",
      wide: true,
    },
    { kind: "text", name: "email", label: word.invoiceEmail, wide: true },
    { kind: "text", name: "bankAccount", label: word.bankAccount, wide: true },
    { kind: "text", name: "address", label: word.invoiceAddress, wide: true },
  ],
  getInitialValues: ({ type, title, taxNo, email, bankAccount, address }) => ({
    type,
    title,
    taxNo,
    email,
    bankAccount,
    address,
  }),
  args: ({ id, version }, { type, ...buyer }, requestId) => ({
    body: {
      id,
      ...(version === undefined ? {} : { version }),
      type: invoiceType.schema.parse(type),
      ...buyer,
      requestId,
    },
  }),
});
