import { Alert, Button, Center, Checkbox, Group, Loader, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { type NotificationKind, notificationKind } from "../../../adapters/contract/notification.ts";
import {
  type NotificationChoice,
  notificationChoiceCalls,
} from "../../../adapters/contract/notificationChoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toCallError } from "../../list/toCallError.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { Dialog } from "../../ui/Dialog.tsx";

interface Props {
  readonly onClose: () => void;
}

/** Lets a person choose which notifications also come as SMS or mail. */
export function NotificationChoiceDialog({ onClose }: Props) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery("notificationChoice", (signal) =>
    client.call(notificationChoiceCalls.notificationChoice, {}, { signal }),
  );
  const [isChanged, setChanged] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="通知的接收方式"
      size={560}
      // What was chosen would be lost.
      closeOnClickOutside={!isChanged}
      closeOnEscape={!isChanged}
    >
      {result.state === "success" ? (
        <ChoiceForm choice={result.data} onChange={() => setChanged(true)} onClose={onClose} />
      ) : (
        <Center py="xl">
          {result.state === "pending" ? (
            <Loader aria-label="正在读取接收方式" />
          ) : (
            <Stack align="center">
              <Text>接收方式没有读到</Text>
              <Button onClick={refetch}>{word.retry}</Button>
            </Stack>
          )}
        </Center>
      )}
    </Dialog>
  );
}

/** @returns why the address cannot be saved; empty if it can */
function findEmailFault(email: string, isNeeded: boolean): string {
  if (email.trim() === "") return isNeeded ? "请填写接收通知的邮箱，或取消邮件接收的通知" : "";
  const { error } = notificationChoiceCalls.notificationChoiceSave.body.shape.email.safeParse(email);
  return error ? "请输入正确的邮箱" : "";
}

interface ChoiceFormProps extends Props {
  readonly choice: NotificationChoice;
  readonly onChange: () => void;
}

/** The kinds with a column for each way that can be used, and why another cannot. */
function ChoiceForm({ choice, onChange, onClose }: ChoiceFormProps) {
  const { client, toast } = usePageApi();
  const { kinds, phone, smsObstacle, mailObstacle, mailFailure } = choice;
  const [email, setEmail] = useState(choice.email);
  const [chosen, setChosen] = useState({ sms: choice.smsKinds, mail: choice.mailKinds });
  const [isSaving, setIsSaving] = useState(false);
  const [isLeft, setIsLeft] = useState(false);
  const ways = [
    { way: "sms" as const, label: word.sms, obstacle: smsObstacle },
    { way: "mail" as const, label: "邮件", obstacle: mailObstacle },
  ];
  const offered = ways.filter(({ obstacle }) => obstacle === "");
  const obstacles = ways.map(({ obstacle }) => obstacle).filter((obstacle) => obstacle !== "");
  const fault = mailObstacle === "" ? findEmailFault(email, chosen.mail.length > 0) : "";
  const toggle = (way: "sms" | "mail", kind: NotificationKind) => {
    const others = chosen[way].filter((one) => one !== kind);
    setChosen({ ...chosen, [way]: others.length < chosen[way].length ? others : [...others, kind] });
  };
  const save = () => {
    setIsLeft(true);
    if (fault !== "") return;
    setIsSaving(true);
    const body = { email, smsKinds: chosen.sms, mailKinds: chosen.mail };
    client.call(notificationChoiceCalls.notificationChoiceSave, { body }).then(
      () => {
        toast.success("已保存通知的接收方式");
        onClose();
      },
      // The console says why.
      (error: unknown) => {
        toCallError(error);
        setIsSaving(false);
      },
    );
  };
  return (
    <form
      noValidate
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack>
        <Text size="sm">
          {`所有通知都在铃铛里显示；选中的另发短信或邮件，每条通知各发一次。短信发到您的登录手机号 ${phone}。`}
        </Text>
        {obstacles.map((obstacle) => (
          <Alert key={obstacle} color="gray">
            {obstacle}
          </Alert>
        ))}
        {mailFailure !== "" && <Alert color="orange">{`最近一封邮件没有送达：${mailFailure}`}</Alert>}
        {mailObstacle === "" && (
          <TextInput
            type="email"
            label="邮箱"
            placeholder="name@example.com"
            value={email}
            error={isLeft && fault}
            onChange={(event) => setEmail(event.currentTarget.value)}
            onBlur={() => setIsLeft(true)}
          />
        )}
        {offered.length > 0 && (
          <Table aria-label="另发短信或邮件的通知">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{word.notification}</Table.Th>
                {offered.map(({ way, label }) => (
                  <Table.Th key={way}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {kinds.map((kind) => (
                <Table.Tr key={kind}>
                  <Table.Td>{notificationKind.label(kind)}</Table.Td>
                  {offered.map(({ way, label }) => (
                    <Table.Td key={way}>
                      <Checkbox
                        aria-label={`${notificationKind.label(kind)}，${label}`}
                        checked={chosen[way].includes(kind)}
                        onChange={() => toggle(way, kind)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {word.cancel}
          </Button>
          <Button type="submit" loading={isSaving} disabled={offered.length === 0}>
            {word.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
