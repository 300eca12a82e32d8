import { Alert, Button, Center, Checkbox, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useState } from "react";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { describeDecision } from "../../../adapters/contract/orderDecision.ts";
import { type OrderPayRow, orderPayCalls, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import * as word from "../../../adapters/contract/words.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { canCall } from "../../list/canCall.ts";
import type { FormInstance } from "../../list/form/createFormHandle.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import type { FormValues } from "../../list/form/formConfig.ts";
import { useForm } from "../../list/form/useForm.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { type AuditCommand, auditKeys } from "../../pageApi/auditKeys.ts";
import { onRecordChanged } from "../../pageApi/onRecordsChanged.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import classes from "./Audit.module.css";
import { AuditEffect, AuditFacts, type AuditFactsProps } from "./AuditFacts.tsx";
import { getAuditTitle, passForm, rejectForm } from "./orderAuditForms.ts";
import { isOrderDetail } from "./orderCells.tsx";
import {
  auditSelfRefusal,
  awaitsAudit,
  findAuditNeighbour,
  getApprovalRefusal,
  openInvoiceRefusal,
} from "./orderRefusal.ts";
import { VoucherView } from "./VoucherView.tsx";

type AuditForm = FormInstance & {
  readonly open: (order: OrderRow | null, initialValues?: FormValues) => void;
};

/** The forms of the decisions on an order. */
interface AuditForms {
  readonly pass: AuditForm;
  readonly reject: AuditForm;
}

interface Props extends Pick<AuditFactsProps, "order" | "grants"> {
  /** All payments of the order, the latest first. */
  readonly pays: readonly OrderPayRow[];
  readonly forms: AuditForms;
  readonly neighbours: Neighbours;
}

/** The orders before and after this one on the list's page that the user may audit. */
interface Neighbours {
  readonly previous: OrderRow | null;
  readonly next: OrderRow | null;
  readonly onOpen: (row: OrderRow) => void;
  /** Whether an approval leads to the next order. */
  readonly setContinuing: (isContinuing: boolean) => void;
}

/** The payment that awaits its audit, or one in a state that the console does not know. */
const findAuditedPay = (pays: readonly OrderPayRow[]): OrderPayRow | null =>
  pays.find(({ status }) => status === "pending") ??
  pays.find(({ status }) => !orderPayStatus.options.some(({ value }) => value === status)) ??
  null;

/** The order and the payment to audit: after somebody's decision they stay as they were decided on. */
function useEvidence(order: Props["order"], pays: readonly OrderPayRow[]) {
  const audited = findAuditedPay(pays);
  const [seen, setSeen] = useState({
    order,
    payId: (awaitsAudit(order) ? audited : pays[0])?.id,
  });
  if (awaitsAudit(order) && order !== seen.order) setSeen({ order, payId: audited?.id });
  return { order: seen.order, pay: pays.find(({ id }) => id === seen.payId) ?? null };
}

/** The order with its voucher beside the figures, and the decision. */
function AuditDetail({ order, pays, grants, forms: { pass, reject }, neighbours }: Props) {
  const { user, toast } = usePageApi();
  const evidence = useEvidence(order, pays);
  const { pay } = evidence;
  const [remark, setRemark] = useState("");
  const [isPayerVerified, setPayerVerified] = useState(false);
  const isSending = useSelector(pass.actor, (snapshot) => snapshot.hasTag("busy"));
  const isOpen = awaitsAudit(order);
  const refusal = isOpen
    ? auditSelfRefusal(order, user.id)
    : (describeDecision(isOrderDetail(order) ? order.events : [], formatTime) ??
      `订单现在是「${orderStatusMachine.label(order)}」，不用再审核`);
  const passRefusal =
    refusal ??
    openInvoiceRefusal(order, order.status === "refunding" ? "approveRefund" : "approve") ??
    getApprovalRefusal(order);
  const { previous, next, onOpen, setContinuing } = neighbours;
  const decide = (refusalText: string | null, run: () => void) => {
    if (isSending) return;
    if (refusalText === null) run();
    else toast.warning(refusalText);
  };
  const approve = (isContinuing: boolean) =>
    decide(
      passRefusal ?? (pay?.payerDiffers && !isPayerVerified ? "请核实代付关系并勾选「代付已核实」" : null),
      () => {
        setContinuing(isContinuing);
        pass.open(order, {
          remark,
          payerVerified: isPayerVerified,
          payerDiffers: pay?.payerDiffers ?? false,
        });
        pass.actor.send({ type: "form.submit" });
      },
    );
  const commands: Readonly<Record<AuditCommand, () => void>> = {
    pass: () => approve(next !== null),
    reject: () => decide(refusal, () => reject.open(order)),
    next: () => next && onOpen(next),
    previous: () => previous && onOpen(previous),
  };
  useAuditKeys(commands);
  const getButtonProps = (refusalText: string | null) => ({
    "aria-disabled": refusalText !== null,
    ...(refusalText === null ? {} : { "data-disabled": true, title: refusalText }),
  });
  const voucher =
    evidence.order.status === "refunding"
      ? { title: word.refundVoucher, url: evidence.order.refundVoucherUrl }
      : pay && { title: word.paymentVoucher, url: pay.voucherUrl };
  return (
    <>
      <div className={classes["columns"]}>
        <AuditFacts {...evidence} />
        <Stack className={classes["evidence"] ?? ""}>
          {voucher && (
            <section aria-label={voucher.title}>
              <h3 className={classes["title"]}>{voucher.title}</h3>
              {voucher.url === "" ? (
                <p className={classes["none"]}>没有上传凭证</p>
              ) : (
                <VoucherView key={voucher.url} url={voucher.url} title={voucher.title} />
              )}
            </section>
          )}
          <AuditEffect order={order} grants={grants} />
        </Stack>
      </div>
      <div className={classes["decision"]}>
        {passRefusal !== null && <Alert color="orange">{passRefusal}</Alert>}
        {refusal === null && (
          <Group align="center" gap="md">
            <TextInput
              aria-label={word.auditRemark}
              placeholder="审核意见（选填）"
              maxLength={200}
              flex="1 1 220px"
              value={remark}
              onChange={(event) => setRemark(event.currentTarget.value)}
            />
            {pay?.payerDiffers && (
              <Checkbox
                label={word.payerVerified}
                description="付款方与企业名称不一致，已核对代付说明"
                checked={isPayerVerified}
                onChange={(event) => setPayerVerified(event.currentTarget.checked)}
              />
            )}
          </Group>
        )}
        <Group justify="space-between">
          <Group gap="xs">
            <Button variant="default" disabled={!previous} onClick={commands.previous}>
              {word.goToPrevious}
            </Button>
            <Button variant="default" disabled={!next} onClick={commands.next}>
              {word.goToNext}
            </Button>
            <Text
              size="xs"
              c="dimmed"
              visibleFrom="md"
            >{`按键：${auditKeys.map(({ key, label }) => `${key.toUpperCase()} ${label}`).join("；")}`}</Text>
          </Group>
          {isOpen && (
            <Group gap="xs">
              <Button
                variant="default"
                {...(refusal === null ? { c: "var(--mantine-color-error)" } : {})}
                {...getButtonProps(refusal)}
                onClick={commands.reject}
              >
                {word.reject}
              </Button>
              {next && (
                <Button variant="default" {...getButtonProps(passRefusal)} onClick={() => approve(false)}>
                  {word.approve}
                </Button>
              )}
              <Button loading={isSending} {...getButtonProps(passRefusal)} onClick={commands.pass}>
                {next ? "通过并审下一条" : word.approve}
              </Button>
            </Group>
          )}
        </Group>
      </div>
    </>
  );
}

/** Runs the commands by their keys, while nothing is typed and no dialog lies above the panel. */
function useAuditKeys(commands: Readonly<Record<AuditCommand, () => void>>): void {
  useHotkeys(
    auditKeys.map(({ key, name }) => [
      key,
      (event) => {
        const dialogs = [...document.querySelectorAll<HTMLElement>("[role=dialog][aria-modal=true]")];
        if (!event.repeat && dialogs.filter((dialog) => dialog.checkVisibility()).length === 1)
          commands[name]();
      },
    ]),
  );
}

/** The panel in which an order is audited; fetches the order each time it opens. */
export function OrderAudit({ row, rows, onClose, onDone, onOutdated, onOpen }: RowDialogProps<OrderRow>) {
  const pageApi = usePageApi();
  const { client, user, socket } = pageApi;
  const [isContinuing, setContinuing] = useState(false);
  const { result, refetch, reread } = useQuery(row.id, async (signal) => {
    const params = { id: row.id };
    const [order, pays, grants] = await Promise.all([
      // A platform of others may have no call for one order: the list's copy is all there is.
      canCall(orderCalls.orderOne, pageApi) ? client.call(orderCalls.orderOne, { params }, { signal }) : row,
      client.call(orderPayCalls.orderPayForOrder, { params }, { signal }),
      client.call(serviceGrantCalls.orderServiceInfo, { params }, { signal }),
    ]);
    return { order, pays, grants };
  });
  const next = findAuditNeighbour(rows, row, user.id, 1);
  const onUncertain = () => {
    refetch();
    onOutdated();
  };
  const onSaved = () => {
    if (!isContinuing || next === null) return onDone();
    onOutdated();
    onOpen(next);
  };
  const pass = useForm(passForm, { onSaved, onUncertain });
  const reject = useForm(rejectForm, { onSaved: () => onDone(), onUncertain });
  const isPassing = useSelector(pass.actor, (snapshot) => snapshot.hasTag("busy"));
  const onChanged = useEffectEvent(() => {
    // The own decision is told before its answer.
    if (![pass, reject].some(({ actor }) => actor.getSnapshot().hasTag("busy"))) reread();
  });
  useEffect(() => onRecordChanged(socket, () => row.id, onChanged), [socket, row.id]);
  const neighbours = { previous: findAuditNeighbour(rows, row, user.id, -1), next, onOpen, setContinuing };
  return (
    <SidePanel opened onClose={onClose} title={`${getAuditTitle(row)} ${row.orderNo}`} size={1180}>
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label={word.reading} />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Stack align="center">
            <Text>待审核的内容没有读到</Text>
            <Button onClick={refetch}>{word.retry}</Button>
          </Stack>
        </Center>
      )}
      {result.state === "success" && (
        <AuditDetail key={row.id} {...result.data} forms={{ pass, reject }} neighbours={neighbours} />
      )}
      {/* Stay mounted while the order is fetched again, as they show the outcome of a decision. */}
      {!isPassing && <FormHost form={pass} />}
      <FormHost form={reject} />
    </SidePanel>
  );
}
