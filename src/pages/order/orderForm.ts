import { orderCalls, orderType } from "../../../adapters/contract/order.ts";
import { orderPayCalls, voucherMaxBytes, voucherTypes } from "../../../adapters/contract/orderPay.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { DiscountField } from "./DiscountField.tsx";
import { emptyLine } from "./estimateOrder.ts";
import { OrderLines } from "./OrderLines.tsx";
import { OrderTotal } from "./OrderTotal.tsx";
import { orderConflictCall } from "./orderConflictCall.ts";

/** Makes an order by transfer; every amount in it is the server's. */
export const orderForm = recordForm({
  name: "order",
  noun: "订单",
  create: orderCalls.orderCreate,
  detailCall: orderConflictCall,
  container: "drawer",
  summary: OrderTotal,
  sections: [
    {
      title: "客户",
      fields: [
        { kind: "choice", name: "companyId", label: "企业", source: companyChoices, wide: true },
        {
          kind: "select",
          name: "type",
          label: "类型",
          dictionary: orderType,
          initial: "new",
          hint: "续费接在现有服务之后，增购与现有服务同时到期，试用 30 天、每家企业一次",
          wide: true,
        },
      ],
    },
    {
      title: "商品",
      fields: [
        {
          kind: "custom",
          name: "items",
          label: "商品明细",
          control: OrderLines,
          initial: [emptyLine],
          wide: true,
        },
        {
          kind: "custom",
          name: "discountFen",
          label: "优惠金额",
          control: DiscountField,
          when: { field: "type", is: ["new", "renew", "expand"] },
        },
      ],
    },
    {
      title: "合同与备注",
      fields: [
        { kind: "text", name: "contractNo", label: "合同编号" },
        {
          kind: "file",
          name: "contractUrl",
          label: "合同文件",
          upload: orderPayCalls.orderPayVoucher,
          accept: voucherTypes,
          maxBytes: voucherMaxBytes,
          hint: "PNG、JPEG、WebP 或 PDF，不超过 10 MB",
        },
        { kind: "longText", name: "remark", label: "备注", wide: true },
      ],
    },
  ],
});
