import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

const newOrderUrl = (company: string, type: string) =>
  `/order/orderList?${new URLSearchParams({ "add.companyId": company, "add.type": type }).toString()}`;

/** Who owes may still pay and go on. */
const unpaidReason = "欠费";

/** What a company may use, each grant as a bar. */
export const showCompanyServices: RowAction<CompanyRow> = {
  name: "services",
  label: "服务",
  call: serviceGrantCalls.companyServiceInfo,
  dialog: lazyComponent(async () => (await import("./CompanyServices.tsx")).CompanyServices),
};

/** Begins an order of the company on the orders' page. */
export const createOrder: RowAction<CompanyRow> = {
  name: "createOrder",
  label: "创建订单",
  call: orderCalls.orderCreate,
  refusal: ({ status }) => (status === "frozen" ? "该企业已冻结，解冻后才能创建订单" : null),
  to: ({ id }) => newOrderUrl(id, "new"),
};

/** Begins a renewal of what the company has. */
export const renewOrder: RowAction<CompanyRow> = {
  name: "renew",
  label: "续费",
  call: orderCalls.orderCreate,
  isApplicable: ({ expireAt }) => expireAt !== null,
  refusal: ({ status, freezeReason }) =>
    status === "frozen" && freezeReason !== unpaidReason ? "该企业已冻结，解冻后才能续费" : null,
  to: ({ id }) => newOrderUrl(id, "renew"),
};
