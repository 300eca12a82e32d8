import type { Faker } from "@faker-js/faker";
import type { OrderRecord } from "../../db/schema/order.ts";
import { calculateEarnedCommission } from "../../modules/order/calculateOrderAmounts.ts";
import type { OrderSteps, Person } from "./createOrderSteps.ts";

const banks = [
  "招商银行",
  "中国工商银行",
  "中国建设银行",
  "中国农业银行",
  "中国银行",
  "交通银行",
  "浦发银行",
  "中信银行",
];
const rejectReasons = ["流水金额与登记不一致", "未查到该笔到账", "付款凭证不清晰，请重新上传"];

export interface Transfer {
  readonly amountFen: number;
  readonly registeredAt: Date;
  readonly by: Person;
  readonly auditor: Person;
}

/** Writes the transfers of one order: registered by one, audited by another. */
export function createTransfers(
  faker: Faker,
  order: OrderRecord,
  { step: addStep, pay: addPay }: OrderSteps,
) {
  const register = ({ amountFen, registeredAt, by }: Transfer) => {
    const bankName = faker.helpers.arrayElement(banks);
    const bankSerialNo = `${faker.string.alpha({ length: 2, casing: "upper" })}${faker.string.numeric(16)}`;
    addStep(
      "register",
      registeredAt,
      by,
      { status: "auditing", pendingFen: amountFen, submittedBy: by.id, submittedByName: by.name },
      { remark: `${bankName}，流水号 ${bankSerialNo}`, amountFen },
    );
    const payerDiffers = faker.datatype.boolean(0.04);
    return {
      bankName,
      bankSerialNo,
      payerDiffers,
      ...(payerDiffers ? { payerName: faker.person.fullName() } : {}),
      registeredBy: by.id,
      registeredByName: by.name,
      paidAt: new Date(registeredAt.getTime() - faker.number.int({ min: 10, max: 300 }) * 60_000),
    };
  };
  const createAuditFields = ({ auditor }: Transfer, at: Date, auditRemark: string) => ({
    auditorId: auditor.id,
    auditorName: auditor.name,
    auditedAt: at,
    auditRemark,
    pendingFen: 0,
    submittedBy: null,
    submittedByName: "",
  });
  const createPayFields = ({ auditor }: Transfer, auditedAt: Date, auditRemark: string) => ({
    auditorName: auditor.name,
    auditedAt,
    auditRemark,
    updatedAt: auditedAt,
  });
  return {
    addPending: (transfer: Transfer) => {
      const fields = register(transfer);
      addPay(transfer.registeredAt, transfer.amountFen, "pending", fields);
    },
    addRejected: (transfer: Transfer, at: Date) => {
      const fields = register(transfer);
      const remark = faker.helpers.arrayElement(rejectReasons);
      addPay(transfer.registeredAt, transfer.amountFen, "rejected", {
        ...fields,
        ...createPayFields(transfer, at, remark),
      });
      const change = { ...createAuditFields(transfer, at, remark), status: "pending" as const };
      addStep("reject", at, transfer.auditor, change, { remark, amountFen: transfer.amountFen });
    },
    addConfirmed: (transfer: Transfer, at: Date) => {
      const fields = register(transfer);
      const paidFen = (order.paidFen ?? 0) + transfer.amountFen;
      addPay(transfer.registeredAt, transfer.amountFen, "confirmed", {
        ...fields,
        ...createPayFields(transfer, at, ""),
        payerVerified: fields.payerDiffers,
      });
      const change = {
        ...createAuditFields(transfer, at, ""),
        status: paidFen >= order.payableFen ? ("paid" as const) : ("pending" as const),
        paidFen,
        paidAt: fields.paidAt,
        earnedFen: calculateEarnedCommission({ ...order, paidFen }),
      };
      addStep("approve", at, transfer.auditor, change, { amountFen: transfer.amountFen });
    },
  };
}
