import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type OrderDetail, orderType } from "../../../adapters/contract/order.ts";
import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import type { ServiceGrantRow } from "../../../adapters/contract/serviceGrant.ts";
import { useConsole } from "../../console/useConsole.ts";
import { formatNumber } from "../../ui/format/number.ts";
import classes from "./Audit.module.css";
import { AuditPayment } from "./AuditPayment.tsx";
import { AuditPrice } from "./AuditPrice.tsx";
import { grantedWhen } from "./grantedWhen.ts";
import { passWill } from "./orderAuditForms.ts";
import { money } from "./orderCells.tsx";
import { invoiceInTheWay, ownWork } from "./orderRefusal.ts";
import type { AuditForms } from "./useAuditForms.ts";

interface Props {
  readonly order: OrderDetail;
  /** The registered payment; null for a refund, and for an order that costs nothing. */
  readonly pay: OrderPayRow | null;
  readonly grants: readonly ServiceGrantRow[];
  readonly forms: AuditForms;
}

/** The order, the payment and its voucher, and the two ways to decide. */
export function AuditSubject({ order, pay, grants, forms: { pass, passOnBehalf, reject } }: Props) {
  const { user, say } = useConsole();
  const refunding = order.status === "refunding";
  const waiting = refunding || order.status === "auditing";
  const refusal = waiting ? ownWork(order, user.id) : "该订单已不在待审核状态";
  const noPass =
    refusal ??
    invoiceInTheWay(order, refunding ? "approveRefund" : "approve") ??
    (order.approvalRefusal || null);
  const passing = pay?.payerDiffers ? passOnBehalf : pass;
  const button = (why: string | null, act: () => void) => ({
    "aria-disabled": why !== null,
    ...(why === null ? {} : { "data-disabled": true, title: why }),
    onClick: () => (why === null ? act() : say.warning(why)),
  });
  return (
    <Stack>
      <dl className={classes["facts"]}>
        <Fact title="企业" text={order.companyName} wide />
        <Fact title="类型" text={orderType.label(order.type)} />
        <Fact title="已付" text={money(order.paidFen)} />
        <Fact title="创建人" text={order.createdByName || "客户"} />
        <Fact title="提交人" text={order.submittedByName || "-"} />
        {refunding && <Fact title="退款原因" text={order.closeReason} wide />}
      </dl>
      <AuditPrice order={order} />
      {pay ? (
        <AuditPayment pay={pay} />
      ) : (
        waiting && (
          <Text size="sm">
            {refunding ? `申请退款 ${money(order.paidFen)}。` : "该订单没有回款需要核对。"}
          </Text>
        )
      )}
      {waiting && order.approvalRefusal === "" && (
        <section aria-label="通过后">
          <h3 className={classes["title"]}>通过后</h3>
          <Text size="sm">{passWill(order)}</Text>
          <ul className={classes["grants"]}>
            {grants.map((grant, index) => (
              <li key={grant.id ?? `planned ${index}`}>
                {grant.serviceName} {formatNumber(grant.total)} {grant.unit}
                {grantedWhen(order, grant)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {noPass !== null && <Alert color="orange">{noPass}</Alert>}
      <Group justify="flex-end" className={classes["buttons"] ?? ""}>
        <Button {...button(noPass, () => passing.open(order))}>通过</Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          {...button(refusal, () => reject.open(order))}
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
