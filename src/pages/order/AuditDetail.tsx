import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type OrderDetail, orderType } from "../../../adapters/contract/order.ts";
import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import type { ServiceGrantRow } from "../../../adapters/contract/serviceGrant.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import classes from "./Audit.module.css";
import { AuditPayment } from "./AuditPayment.tsx";
import { AuditPrice } from "./AuditPrice.tsx";
import { formatGrantPeriod } from "./formatGrantPeriod.ts";
import { approvalEffect } from "./orderAuditForms.ts";
import { formatAmount } from "./orderCells.tsx";
import { auditSelfRefusal, openInvoiceRefusal } from "./orderRefusal.ts";
import type { AuditForms } from "./useAuditForms.ts";

interface Props {
  readonly order: OrderDetail;
  /** The registered payment; null for a refund, and for an order that costs nothing. */
  readonly pay: OrderPayRow | null;
  readonly grants: readonly ServiceGrantRow[];
  readonly forms: AuditForms;
}

/** The order, the payment and its voucher, and the two ways to decide. */
export function AuditDetail({ order, pay, grants, forms: { pass, passOnBehalf, reject } }: Props) {
  const { user, toast } = usePageApi();
  const isRefund = order.status === "refunding";
  const isPending = isRefund || order.status === "auditing";
  const refusal = isPending ? auditSelfRefusal(order, user.id) : "该订单已不在待审核状态";
  const passRefusal =
    refusal ??
    openInvoiceRefusal(order, isRefund ? "approveRefund" : "approve") ??
    (order.approvalRefusal || null);
  const passForm = pay?.payerDiffers ? passOnBehalf : pass;
  const getButtonProps = (refusalText: string | null, onClick: () => void) => ({
    "aria-disabled": refusalText !== null,
    ...(refusalText === null ? {} : { "data-disabled": true, title: refusalText }),
    onClick: () => (refusalText === null ? onClick() : toast.warning(refusalText)),
  });
  return (
    <Stack>
      <dl className={classes["facts"]}>
        <Fact title="企业" text={order.companyName} wide />
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
        <Button {...getButtonProps(passRefusal, () => passForm.open(order))}>通过</Button>
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

function Fact({ title, text, wide = false }: { title: string; text: string; wide?: boolean }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}
