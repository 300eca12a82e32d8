import { count, desc, eq, sum } from "drizzle-orm";
import {
  type OrderPayRow,
  type orderPayCalls,
  voucherMaxBytes,
} from "../../../adapters/contract/orderPay.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import { findPayAmountError } from "../../../adapters/contract/payAmount.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { type OrderPayRecord, orderPays } from "../../db/schema/orderPay.ts";
import { RefusalError } from "../../errors.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { handleUniqueViolation, requireRecord } from "../../records/refusals.ts";
import { toViewer } from "../../records/viewer.ts";
import type { UploadedFile } from "../../uploadedFile.ts";
import { getNextStatus, getOrder, lockOrder } from "../order/getOrder.ts";
import { createSerialNumber } from "../order/serialNumber.ts";
import { transitionOrder } from "../order/transitionOrder.ts";
import { hasPdfHeader, hasPdfTrailer } from "../upload/pdfFormat.ts";
import { processPicture } from "../upload/processPicture.ts";
import { assertUploadExists, saveUpload } from "../upload/saveUpload.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { orderPayList } from "./orderPayList.ts";
import { closePay, findPendingPay, toPayRef } from "./payAudit.ts";
import { isSameName } from "./payerName.ts";
import { describeRegistered } from "./registeredPays.ts";

/** Of a payment that the person may not see, or that somebody registers at this moment. */
const duplicateMessages = {
  order_pays_bank_serial_no_key: "该银行流水号已登记过回款，请核对是否重复登记",
} as const;

/** Clocks of clients and servers differ by a few minutes. */
const clockToleranceMs = 300_000;

/** Registers a transfer of the amount due or of a part; it counts after someone else has audited it. */
const orderPayRegister: Handler<typeof orderPayCalls.orderPayRegister> = async ({ body }, call) => {
  const { id, version, bankName, bankSerialNo = "", voucherUrl = "" } = body;
  const { db, now, actor } = call;
  const order = await lockOrder(call, { id, version }, () => "register");
  const status = getNextStatus(order, "register");
  if (order.payMethod !== "bank") throw new RefusalError("只有对公转账的订单需要登记回款");
  const dueFen = order.payableFen - order.paidFen;
  const amountFen = body.amountFen ?? dueFen;
  const amountError = findPayAmountError(dueFen, amountFen);
  if (amountError !== null) throw new RefusalError(amountError);
  const paidAt = body.paidAt ? new Date(body.paidAt) : now;
  if (paidAt.getTime() > now.getTime() + clockToleranceMs) throw new RefusalError("到账时间不能晚于当前时间");
  if (voucherUrl) await assertUploadExists(db, "payment", voucherUrl, word.paymentVoucher);
  const [known] = (await describeRegistered(call.visibleDb, [bankSerialNo])).values();
  if (known !== undefined) throw new RefusalError(`该银行流水号已登记过回款 ${known}，请核对是否重复登记`);
  const payerName = body.payerName || order.companyName;
  const pay = {
    id: call.newId(),
    createdAt: now,
    updatedAt: now,
    orderId: id,
    payNo: await createSerialNumber(db, "ZF", now),
    method: order.payMethod,
    bankName,
    bankSerialNo,
    amountFen,
    payerName,
    payerDiffers: !isSameName(payerName, order.companyName),
    voucherUrl,
    paidAt,
    registeredBy: actor.id,
    registeredByName: actor.name,
  };
  const { orderNo, companyId, companyName } = order;
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(orderPays).values({ ...pay, orderNo, companyId, companyName }),
  );
  return transitionOrder(
    call,
    order,
    {
      kind: "register",
      amountFen,
      pay,
      remark: `${bankName}${bankSerialNo ? `，流水号 ${bankSerialNo}` : ""}`,
    },
    { status, pendingFen: amountFen, submittedBy: actor.id, submittedByName: actor.name },
  );
};

interface Voucher {
  readonly contentType: "image/webp" | "application/pdf";
  readonly bytes: Buffer;
  /** 0 × 0 for a PDF. */
  readonly width: number;
  readonly height: number;
}

/** Larger than a logo, because a bank's receipt must stay legible. */
const voucherLimits = {
  maxBytes: voucherMaxBytes,
  maxSide: 2400,
  unsupported: "文件的内容不是 PNG、JPEG、WebP 图片或 PDF，请重新选择文件",
};

/** Checks an uploaded voucher by its content: a complete PDF is stored unchanged, a picture is re-encoded. */
async function processVoucher(file: UploadedFile): Promise<Voucher> {
  const { bytes, truncated } = file;
  if (truncated || bytes.length > voucherMaxBytes)
    throw new RefusalError("文件不能超过 10 MB，请压缩后重新上传");
  if (!hasPdfHeader(bytes)) return processPicture(file, voucherLimits);
  if (!hasPdfTrailer(bytes)) throw new RefusalError("PDF 文件不完整，请重新选择文件");
  return { contentType: "application/pdf", bytes, width: 0, height: 0 };
}

/** Withdraws a registration before its audit; only for the person who submitted it. */
const orderPayWithdraw: Handler<typeof orderPayCalls.orderPayWithdraw> = async ({ body }, call) => {
  const order = await lockOrder(call, body, () => "withdraw");
  const status = getNextStatus(order, "withdraw");
  if (order.submittedBy !== call.actor.id)
    throw new RefusalError(`只有登记人${order.submittedByName}可以撤回，财务人员可以驳回`);
  const pay = await findPendingPay(call.db, order.id);
  if (pay) await closePay(call, pay);
  return transitionOrder(
    call,
    order,
    { kind: "withdraw", amountFen: pay?.amountFen ?? 0, ...(pay && { pay: toPayRef(pay) }) },
    { status, pendingFen: 0, submittedBy: null, submittedByName: "" },
  );
};

/** A page of payments, with the sums and the counts by status of the whole result. */
const orderPayPage: Handler<typeof orderPayCalls.orderPayPageList> = async ({ body }, call) => {
  const { state, ...otherFilters } = body;
  // One query for total, sums and counts.
  const groups = await call.db
    .select({ status: orderPays.status, count: count(), amountFen: sum(orderPays.amountFen).mapWith(Number) })
    .from(orderPays)
    .where(buildConditions(orderPayList, otherFilters, call.now))
    .groupBy(orderPays.status);
  const counts = { pending: 0, confirmed: 0, rejected: 0, closed: 0, refunded: 0 };
  for (const group of groups) counts[group.status] = group.count;
  const selected = state ? groups.filter(({ status }) => status === state) : groups;
  const arrived = selected.filter((group) => group.status === "confirmed" || group.status === "refunded");
  const addFen = (some: typeof groups) => some.reduce((total, { amountFen }) => total + amountFen, 0);
  const { canSeeAmounts } = toViewer(call.actor);
  const sums = {
    count: selected.reduce((total, group) => total + group.count, 0),
    amountFen: canSeeAmounts ? addFen(selected) : null,
    arrivedFen: canSeeAmounts ? addFen(arrived) : null,
  };
  const toRow = (record: typeof orderPays.$inferSelect) => toOrderPayRow(record, call);
  return { ...(await queryCountedPage(call, orderPayList, body, toRow, sums.count)), sums, counts };
};

export const orderPayHandlers: Handlers<typeof orderPayCalls> = {
  orderPayForOrder: async ({ params }, call) => {
    const { id } = await getOrder(call.db, params.id);
    const records = await call.db
      .select()
      .from(orderPays)
      .where(eq(orderPays.orderId, id))
      .orderBy(desc(orderPays.id))
      .limit(wholeListMax);
    return records.map((record) => toOrderPayRow(record, call));
  },
  orderPayPageList: orderPayPage,
  orderPayOne: async ({ params }, call) => {
    const [record] = await call.db.select().from(orderPays).where(eq(orderPays.id, params.id));
    return toOrderPayRow(requireRecord(record, word.payment), call);
  },
  orderPayRegister,
  orderPayWithdraw,
  orderPayVoucher: {
    prepare: async ({ file }) => {
      const voucher = await processVoucher(file);
      return async (_input, call) => {
        const url = await saveUpload(call, "payment", voucher);
        const previewUrl = signUploadUrl(call.secretKey, url, call.now);
        return { url, previewUrl, contentType: voucher.contentType };
      };
    },
  },
};

/** A payment as lists show it: the amount only for viewers who may see it, the voucher as a signed URL. */
const toOrderPayRow = (
  record: OrderPayRecord,
  { actor, secretKey, now }: Pick<Call, "actor" | "secretKey" | "now">,
): OrderPayRow => ({
  id: record.id,
  orderId: record.orderId,
  orderNo: record.orderNo,
  companyId: record.companyId,
  companyName: record.companyName,
  createdAt: record.createdAt.toISOString(),
  payNo: record.payNo,
  method: record.method,
  bankName: record.bankName,
  bankSerialNo: record.bankSerialNo,
  amountFen: toViewer(actor).canSeeAmounts ? record.amountFen : null,
  payerName: record.payerName,
  payerDiffers: record.payerDiffers,
  payerVerified: record.payerVerified,
  voucherUrl: signUploadUrl(secretKey, record.voucherUrl, now),
  paidAt: record.paidAt.toISOString(),
  status: record.status,
  registeredBy: record.registeredBy,
  registeredByName: record.registeredByName,
  auditorName: record.auditorName,
  auditedAt: record.auditedAt?.toISOString() ?? null,
  auditRemark: record.auditRemark,
});
