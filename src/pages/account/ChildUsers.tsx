import { Button, Center, Loader, ScrollArea, Stack, Table, Text } from "@mantine/core";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { userRole, userStatus } from "../../../adapters/contract/user.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { RowDialogProps } from "../../list/definition.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import { mayCall } from "../../list/mayCall.ts";
import { MaskedPhone } from "../../list/people/MaskedPhone.tsx";
import { useAnswer } from "../../list/useAnswer.ts";
import { formatTime } from "../../ui/format/time.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { type Movable, moveUserForm } from "./moveUserForm.ts";

const moveForm = moveUserForm<Movable>();

/** The users of one company, each of which can be moved to another. */
export function ChildUsers({ row, onClose, onDone }: RowDialogProps<CompanyRow>) {
  const { client, user } = useConsole();
  const { answer, again } = useAnswer(row.id, (signal) =>
    client.call(companyCalls.companyChildUsers, { params: { id: row.id } }, { signal }),
  );
  const move = useForm(moveForm, { saved: () => onDone(), doubted: () => onDone() });
  const mayMove = mayCall(managementCalls.changeCompany, user.roles);
  const users = answer.state === "here" ? answer.data : [];
  return (
    <SidePanel opened size={720} onClose={onClose} title={`${row.name} 的子账号`}>
      {answer.state === "asking" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {answer.state === "failed" && (
        <Center py="xl">
          <Stack align="center">
            <Text>子账号没有读到</Text>
            <Button onClick={again}>重试</Button>
          </Stack>
        </Center>
      )}
      {answer.state === "here" && users.length === 0 && (
        <Center py="xl">
          <Text c="dimmed">该企业还没有用户</Text>
        </Center>
      )}
      {users.length > 0 && (
        <ScrollArea>
          <Table miw={640} aria-label="子账号">
            <Table.Thead>
              <Table.Tr>
                {["姓名", "手机号", "角色", "状态", "最近登录"].map((title) => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
                {mayMove && <Table.Th>操作</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.map((child) => (
                <Table.Tr key={child.id}>
                  <Table.Td>{child.name}</Table.Td>
                  <Table.Td>
                    <MaskedPhone
                      masked={child.phoneNumber}
                      id={child.id}
                      target={{ entity: "user", field: "phoneNumber" }}
                    />
                  </Table.Td>
                  <Table.Td>{userRole.label(child.role)}</Table.Td>
                  <Table.Td>
                    <StatusTag
                      label={userStatus.label(child.status)}
                      color={child.status === "normal" ? "green" : "red"}
                    />
                  </Table.Td>
                  <Table.Td>{child.lastLoginAt === null ? "-" : formatTime(child.lastLoginAt)}</Table.Td>
                  {mayMove && (
                    <Table.Td>
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        ml={-8}
                        aria-label={`转移 ${child.name}`}
                        onClick={() => move.open({ id: child.id, name: child.name, companyName: row.name })}
                      >
                        转移
                      </Button>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
      <FormHost form={move} />
    </SidePanel>
  );
}
