import { Button, Center, Loader, Stack, Text } from "@mantine/core";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import type { DataOf } from "../../../adapters/contract/endpoint.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { userRole, userStatus } from "../../../adapters/contract/user.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { Column, RowDialogProps } from "../../list/definition.ts";
import { Lines } from "../../list/detail/Lines.tsx";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import { mayCall } from "../../list/mayCall.ts";
import { useAnswer } from "../../list/useAnswer.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { TextAction } from "../../ui/TextAction.tsx";
import { type Movable, moveUserForm } from "./moveUserForm.ts";

const moveForm = moveUserForm<Movable>();

const columns: readonly Column<DataOf<typeof companyCalls.companyChildUsers>[number]>[] = [
  { key: "name", title: "姓名", width: 90 },
  {
    key: "phoneNumber",
    title: "手机号",
    width: 150,
    as: "phone",
    reveal: { entity: "user", field: "phoneNumber" },
  },
  { key: "role", title: "角色", width: 80, as: "label", of: userRole },
  { key: "status", title: "状态", width: 84, as: "tag", of: userStatus },
  { key: "lastLoginAt", title: "最近登录", width: 170, as: "time" },
];

/** The users of one company, each of which can be moved to another. */
export function ChildUsers({ row, onClose, onDone, onDoubt }: RowDialogProps<CompanyRow>) {
  const { client, user } = useConsole();
  const { answer, again } = useAnswer(row.id, (signal) =>
    client.call(companyCalls.companyChildUsers, { params: { id: row.id } }, { signal }),
  );
  const doubted = () => {
    again();
    onDoubt();
  };
  const move = useForm(moveForm, { saved: () => onDone(), doubted });
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
        <Lines
          title="子账号"
          columns={columns}
          rows={users}
          acts={
            mayMove
              ? (child) => (
                  <TextAction
                    aria-label={`转移 ${child.name}`}
                    onClick={() => move.open({ id: child.id, name: child.name, companyName: row.name })}
                  >
                    转移
                  </TextAction>
                )
              : null
          }
        />
      )}
      <FormHost form={move} />
    </SidePanel>
  );
}
