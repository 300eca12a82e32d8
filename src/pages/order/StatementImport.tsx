import { Alert, Button, FileButton, Group, Loader, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type RefObject, useEffect, useRef } from "react";
import { type BankStatement, statementExtensions } from "../../../adapters/contract/bankStatement.ts";
import * as word from "../../../adapters/contract/words.ts";
import { statementImportMachine } from "../../../machines/statementImport.machine.ts";
import type { PageDialogProps } from "../../list/listDefinition.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { focusable, isFocusLost } from "../../ui/useRestoreFocus.ts";
import { StatementColumns } from "./StatementColumns.tsx";
import { type StatementImportActor, StatementLines } from "./StatementLines.tsx";
import { type ChosenColumns, createStatementPort, statementHint } from "./statementPort.ts";

/**
 * For an element whose content is replaced step by step: if the focus was lost with the last one, the first control of
 * the new one gets it.
 */
function useKeptFocus<Part extends HTMLElement>(step: string): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (isFocusLost()) part.current?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
  }, [step]);
  return part;
}

/** Imports a bank statement: the lines with money that came in, what each probably pays, and their registration. */
export function StatementImport({ onClose, onDone }: PageDialogProps) {
  const { client } = usePageApi();
  const actor: StatementImportActor = usePageScope().actor(
    "statementImport",
    () => statementImportMachine<File, BankStatement, ChosenColumns>(createStatementPort(client)),
    (snapshot) => snapshot.hasTag("registering") || snapshot.hasTag("review") || snapshot.hasTag("columns"),
  );
  const { message, statement, results } = useSelector(actor, ({ context }) => context);
  const isReading = useSelector(actor, (snapshot) => snapshot.hasTag("reading"));
  const isChoosing = useSelector(actor, (snapshot) => snapshot.hasTag("columns"));
  const isRegistering = useSelector(actor, (snapshot) => snapshot.hasTag("registering"));
  const step = isReading ? "reading" : isChoosing ? "columns" : statement ? "lines" : "file";
  const content = useKeptFocus<HTMLDivElement>(step);
  const close = () => {
    if (isRegistering) return;
    const hasRegistered = results.some(({ error }) => error === null);
    actor.send({ type: "read.cancel" });
    actor.send({ type: "import.restart" });
    if (hasRegistered) onDone();
    else onClose();
  };
  return (
    <SidePanel
      opened
      onClose={close}
      title="导入银行对账单"
      size={1180}
      withCloseButton={!isRegistering}
      // What was chosen for each line would be lost.
      closeOnClickOutside={!statement}
      closeOnEscape={!statement}
    >
      <div ref={content}>
        {statement && isChoosing ? (
          <StatementColumns layout={statement.layout} actor={actor} />
        ) : statement && !isReading ? (
          <StatementLines statement={statement} actor={actor} onClose={close} />
        ) : (
          <Stack>
            <Text size="sm">
              从网上银行下载收款明细后导入。平台按附言中的订单号、付款方名称和待付金额匹配订单，核对并确认后才登记回款；
              登记人是您本人，须由其他财务人员审核。
            </Text>
            {message !== "" && (
              <Alert color="red" role="alert" title="没有导入">
                {message}
              </Alert>
            )}
            {isReading ? (
              <Group gap="xs" role="status">
                <Loader size="xs" aria-hidden />
                <Text size="sm">正在读取对账单</Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => actor.send({ type: "read.cancel" })}
                >
                  {word.cancel}
                </Button>
              </Group>
            ) : (
              <Group gap="sm">
                <FileButton
                  accept={statementExtensions.join(",")}
                  onChange={(file) => file && actor.send({ type: "file.choose", file })}
                >
                  {(props) => (
                    <Button {...props} data-autofocus leftSection={<IconUpload size={16} />}>
                      选择对账单
                    </Button>
                  )}
                </FileButton>
                <Text size="sm" c="dimmed">
                  {statementHint}
                </Text>
              </Group>
            )}
          </Stack>
        )}
      </div>
    </SidePanel>
  );
}
