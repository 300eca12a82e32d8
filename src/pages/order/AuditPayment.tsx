import { Image } from "@mantine/core";
import { useState } from "react";
import { payMethod } from "../../../adapters/contract/order.ts";
import { type OrderPayRow, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { FileLink } from "../../list/FileLink.tsx";
import { formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./Audit.module.css";
import { formatAmount } from "./orderCells.tsx";

/** A registered payment as its auditor compares it with the bank's statement, its voucher beside it. */
export function AuditPayment({ pay }: { readonly pay: OrderPayRow }) {
  const facts: readonly (readonly [string, string])[] = [
    ["支付方式", payMethod.label(pay.method)],
    ["到账时间", formatTime(pay.paidAt)],
    ["付款银行", pay.bankName || "-"],
    ["银行流水号", pay.bankSerialNo || "-"],
    ["登记人", pay.registeredByName || "-"],
    ["回款编号", pay.payNo],
  ];
  return (
    <section aria-label="待核对的回款">
      <h3 className={classes["title"]}>待核对的回款</h3>
      <p className={classes["amount"]}>
        <b>{formatAmount(pay.amountFen)}</b>
        <span>{orderPayStatus.label(pay.status)}</span>
      </p>
      <dl className={classes["facts"]}>
        <div data-wide>
          <dt>付款方</dt>
          <dd>
            {pay.payerName} {pay.payerDiffers && <StatusTag label="代付，需核实" color="orange" />}
          </dd>
        </div>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {pay.voucherUrl === "" ? (
        <p className={classes["none"]}>登记时没有上传凭证</p>
      ) : (
        <Voucher key={pay.voucherUrl} address={pay.voucherUrl} />
      )}
    </section>
  );
}

/** A picture is shown; a PDF is opened beside the console. */
function Voucher({ address }: { readonly address: string }) {
  const [picture, setPicture] = useState(true);
  return (
    <FileLink url={address} size="sm">
      {picture ? (
        <Image
          src={address}
          alt="付款凭证，点击查看原图"
          mah={280}
          w="auto"
          maw="100%"
          fit="contain"
          radius="sm"
          onError={() => setPicture(false)}
        />
      ) : (
        "打开付款凭证（PDF）"
      )}
    </FileLink>
  );
}
