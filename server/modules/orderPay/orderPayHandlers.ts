import { desc, eq } from "drizzle-orm";
import {
  type OrderPayRow,
  type orderPayCalls,
  voucherMaxBytes,
} from "../../../adapters/contract/orderPay.ts";
import { type Call, type Handler, type Handlers, RefusalError, type UploadedFile } from "../../call.ts";
import { type OrderPayRecord, orderPays } from "../../db/schema/orderPay.ts";
import { getNextStatus, getOrder, lockOrder } from "../order/getOrder.ts";
import { createSerialNumber } from "../order/serialNumber.ts";
import { transitionOrder } from "../order/transitionOrder.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { hasPdfHeader, hasPdfTrailer } from "../upload/pdfFormat.ts";
import { processPicture } from "../upload/processPicture.ts";
import { assertUploadExists, saveUpload } from "../upload/saveUpload.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { toViewer } from "../viewer.ts";
import { closePay, findPendingPay, toPayRef } from "./payAudit.ts";

/** Banks write brackets full-width or half-width and insert blanks. */
const normalizeName = (name: string) =>
  name.replace(/\s+/g, "").replaceAll("（", "(").replaceAll("）", ")").toLowerCase();

/** Whether a payer's name is the company's, regardless of the bank's spelling. */
const isSameName = (payer: string, company: string): boolean =>
  normalizeName(payer) === normalizeName(company);

const duplicateMessages = {
  order_pays_bank_serial_no_key: "该银行流水号已登记过回款，请核对是否重复登记",
} as const;

/** Clocks of clients and servers differ by a few minutes. */
const clockToleranceMs = 300_000;

const formatYuan = (fen: number) => (fen / 100).toFixed(2);

/** Registers a transfer of the amount due or of a part; it counts after someone else has audited it. */
const orderPayRegister: Handler<typeof orderPayCalls.orderPayRegister> = async ({ body }, call) => {
  const { id, version, bankName, bankSerialNo = "", voucherUrl = "" } = body;
  const { db, now, actor } = call;
  const order = await lockOrder(call, id, version);
  const status = getNextStatus(order, "register");
  if (order.payMethod !== "bank") throw new RefusalError("只有对公转账的订单需要登记回款");
  const dueFen = order.payableFen - order.paidFen;
  const amountFen = body.amountFen ?? dueFen;
  if (amountFen > dueFen) throw new RefusalError(`登记金额不能超过待付金额 ${formatYuan(dueFen)} 元`);
  const paidAt = body.paidAt ? new Date(body.paidAt) : now;
  if (paidAt.getTime() > now.getTime() + clockToleranceMs) throw new RefusalError("到账时间不能晚于当前时间");
  if (voucherUrl) await assertUploadExists(db, "payment", voucherUrl, "付款凭证");
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
  await handleUniqueViolation(duplicateMessages, () => db.insert(orderPays).values(pay));
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
const voucherLimits = { maxBytes: voucherMaxBytes, maxSide: 2400 };

/** Checks an uploaded voucher by its content: a complete PDF is stored unchanged, a picture is re-encoded. */
async function processVoucher(file: UploadedFile): Promise<Voucher> {
  const { bytes, truncated } = file;
  if (truncated || bytes.length > voucherMaxBytes)
    throw new RefusalError("文件不能超过 10 MB，请压缩后重新上传");
  if (!hasPdfHeader(bytes)) return processPicture(file, voucherLimits);
  if (!hasPdfTrailer(bytes)) throw new RefusalError("PDF 文件不完整，请重新选择文件");
  return { contentType: "application/pdf", bytes, width: 0, height: 0 };
}

/** A payment as an order's detail shows it: the amount only for viewers who may see it, the voucher as a signed URL. */
const toOrderPayRow = (
  record: OrderPayRecord,
  { actor, secretKey, now }: Pick<Call, "actor" | "secretKey" | "now">,
): OrderPayRow => ({
  id: record.id,
  orderId: record.orderId,
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

/** Withdraws a registration before its audit; only for the person who submitted it. */
const orderPayWithdraw: Handler<typeof orderPayCalls.orderPayWithdraw> = async ({ body }, call) => {
  const order = await lockOrder(call, body.id, body.version);
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

export const orderPayHandlers: Handlers<typeof orderPayCalls> = {
  orderPayForOrder: async ({ params }, call) => {
    const { id } = await getOrder(call.db, params.id);
    const records = await call.db
      .select()
      .from(orderPays)
      .where(eq(orderPays.orderId, id))
      .orderBy(desc(orderPays.id));
    return records.map((record) => toOrderPayRow(record, call));
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
