import { Alert, Button, Center, Group, Image, Loader, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import {
  type OrderDetail,
  type OrderRow,
  orderCalls,
  orderType,
  payMethod,
} from "../../../adapters/contract/order.ts";
import type { OrderItem } from "../../../adapters/contract/orderItem.ts";
import { type OrderPayRow, orderPayCalls, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { type ServiceGrantRow, serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { FileLink } from "../../list/FileLink.tsx";
import type { FormInstance, FormListener } from "../../list/form/createFormHandle.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./Audit.module.css";
import { formatGrantPeriod } from "./formatGrantPeriod.ts";
import { approvalEffect, getAuditTitle, passForm, passOnBehalfForm, rejectForm } from "./orderAuditForms.ts";
import { formatAmount } from "./orderCells.tsx";
import { auditSelfRefusal, openInvoiceRefusal } from "./orderRefusal.ts";

type AuditForm = FormInstance & { readonly open: (order: OrderDetail | null) => void };

/** The forms of the decisions on an order. */
interface AuditForms {
  readonly pass: AuditForm;
  readonly passOnBehalf: AuditForm;
  readonly reject: AuditForm;
}

function useAuditForms(callbacks: FormListener): AuditForms {
  const pass = useForm(passForm, callbacks);
  const passOnBehalf = useForm(passOnBehalfForm, callbacks);
  const reject = useForm(rejectForm, callbacks);
  return { pass, passOnBehalf, reject };
}

/** The goods at their original and agreed prices, the discount and the payable amount. */
function AuditPrice({ order }: { readonly order: OrderDetail }) {
  const { items, totalFen, discountFen, payableFen } = order;
  const originFen = sumOriginFen(items);
  const figures: readonly (readonly [title: string, fen: number | null, share: string])[] = [
    ["原价", originFen, ""],
    ["总额", totalFen, formatShare(totalFen, originFen, "原价的")],
    ["优惠", discountFen, formatShare(discountFen, totalFen, "总额的")],
    ["应付", payableFen, formatShare(payableFen, originFen, "原价的")],
  ];
  return (
    <section aria-label="商品与价格">
      <h3 className={classes["title"]}>商品与价格</h3>
      <ul className={classes["goods"]}>
        {items.map((item) => (
          <li key={item.goodsId}>
            <span>
              {item.name}{" "}
              <small>
                × {formatNumber(item.quantity)}，{order.type === "trial" ? "30 天" : `${item.months} 个月`}
              </small>
            </span>
            <b>{formatAmount(item.amountFen)}</b>
            {isDiscounted(item) && <s>原价 {formatAmount(item.originFen)}</s>}
          </li>
        ))}
      </ul>
      <dl className={classes["facts"]}>
        {figures.map(([title, fen, shareText]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {formatAmount(fen)} {shareText !== "" && <small>{shareText}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Null if an original price is unknown: in old orders, and for roles that see no amounts. */
const sumOriginFen = (items: readonly OrderItem[]): number | null =>
  items.reduce<number | null>(
    (sum, { originFen }) => (sum === null || originFen === null ? null : sum + originFen),
    0,
  );

const isDiscounted = ({ originFen, amountFen }: OrderItem): boolean =>
  originFen !== null && amountFen !== null && originFen > amountFen;

/** `原价的 82.5%`; empty for 0 % and 100 %. */
function formatShare(fen: number | null, total: number | null, label: string): string {
  if (fen === null || total === null || total === 0 || fen === total || fen === 0) return "";
  return `${label} ${formatNumber(Math.round((fen * 1000) / total) / 10)}%`;
}

/** A registered payment and its voucher, to compare with the bank statement. */
function AuditPayment({ pay }: { readonly pay: OrderPayRow }) {
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
        <Voucher key={pay.voucherUrl} url={pay.voucherUrl} />
      )}
    </section>
  );
}

/** Shows an image; links to a PDF. */
function Voucher({ url }: { readonly url: string }) {
  const [isImage, setIsImage] = useState(true);
  return (
    <FileLink url={url} size="sm">
      {isImage ? (
        <Image
          src={url}
          alt="付款凭证，点击查看原图"
          mah={280}
          w="auto"
          maw="100%"
          fit="contain"
          radius="sm"
          onError={() => setIsImage(false)}
        />
      ) : (
        "打开付款凭证（PDF）"
      )}
    </FileLink>
  );
}

interface Props {
  readonly order: OrderDetail;
  /** Null for a refund and for an order that costs nothing. */
  readonly pay: OrderPayRow | null;
  readonly grants: readonly ServiceGrantRow[];
  readonly forms: AuditForms;
}

/** The order, its payment and the buttons that approve or reject it. */
function AuditDetail({ order, pay, grants, forms: { pass, passOnBehalf, reject } }: Props) {
  const { user, toast } = usePageApi();
  const isRefund = order.status === "refunding";
  const isPending = isRefund || order.status === "auditing";
  const refusal = isPending ? auditSelfRefusal(order, user.id) : "该订单已不在待审核状态";
  const passRefusal =
    refusal ??
    openInvoiceRefusal(order, isRefund ? "approveRefund" : "approve") ??
    (order.approvalRefusal || null);
  const approvalForm = pay?.payerDiffers ? passOnBehalf : pass;
  const getButtonProps = (refusalText: string | null, onClick: () => void) => ({
    "aria-disabled": refusalText !== null,
    ...(refusalText === null ? {} : { "data-disabled": true, title: refusalText }),
    onClick: () => (refusalText === null ? onClick() : toast.warning(refusalText)),
  });
  return (
    <Stack>
      <dl className={classes["facts"]}>
        <Fact
          title="企业"
          text={<RecordLink record="company" id={order.companyId} text={order.companyName} />}
          wide
        />
        <Fact title="类型" text={orderType.label(order.type)} />
        <Fact title="已付" text={formatAmount(order.paidFen)} />
        <Fact title="创建人" text={order.createdByName || "客户"} />
        <Fact title="提交人" text={order.submittedByName || "-"} />
        {isRefund && <Fact title="退款原因" text={order.closeReason} wide />}
      </dl>
      <AuditPrice order={order} />
      {pay ? (
        <AuditPayment pay={pay} />
      ) : (
        isPending && (
          <Text size="sm">
            {isRefund ? `申请退款 ${formatAmount(order.paidFen)}。` : "该订单没有回款需要核对。"}
          </Text>
        )
      )}
      {isPending && order.approvalRefusal === "" && (
        <section aria-label="通过后">
          <h3 className={classes["title"]}>通过后</h3>
          <Text size="sm">{approvalEffect(order)}</Text>
          <ul className={classes["grants"]}>
            {grants.map((grant, index) => (
              <li key={grant.id ?? `planned ${index}`}>
                {grant.serviceName} {formatNumber(grant.total)} {grant.unit}
                {formatGrantPeriod(order, grant)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {passRefusal !== null && <Alert color="orange">{passRefusal}</Alert>}
      <Group justify="flex-end" className={classes["buttons"] ?? ""}>
        <Button {...getButtonProps(passRefusal, () => approvalForm.open(order))}>通过</Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          {...getButtonProps(refusal, () => reject.open(order))}
        >
          驳回
        </Button>
      </Group>
    </Stack>
  );
}

function Fact({ title, text, wide = false }: { title: string; text: ReactNode; wide?: boolean }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The panel in which an order is audited; fetches the order each time it opens. */
export function OrderAudit({ row, onClose, onDone, onOutdated }: RowDialogProps<OrderRow>) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(row.id, async (signal) => {
    const params = { id: row.id };
    const [order, pays, grants] = await Promise.all([
      client.call(orderCalls.orderOne, { params }, { signal }),
      client.call(orderPayCalls.orderPayForOrder, { params }, { signal }),
      client.call(serviceGrantCalls.orderServiceInfo, { params }, { signal }),
    ]);
    return { order, pay: pays.find(({ status }) => status === "pending") ?? null, grants };
  });
  const onUncertain = () => {
    refetch();
    onOutdated();
  };
  const forms = useAuditForms({ onSaved: () => onDone(), onUncertain });
  return (
    <SidePanel opened onClose={onClose} title={`${getAuditTitle(row)} ${row.orderNo}`}>
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Stack align="center">
            <Text>待审核的内容没有读到</Text>
            <Button onClick={refetch}>重试</Button>
          </Stack>
        </Center>
      )}
      {result.state === "success" && <AuditDetail {...result.data} forms={forms} />}
      {/* Stay mounted while the order is fetched again, as they show the outcome of a decision. */}
      <FormHost form={forms.pass} />
      <FormHost form={forms.passOnBehalf} />
      <FormHost form={forms.reject} />
    </SidePanel>
  );
}
