import { Button, Center, Loader, Stack, Text } from "@mantine/core";
import { type CompanyRow, companyCalls } from "../../../adapters/contract/company.ts";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { userRole, userStatus } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canCall } from "../../list/canCall.ts";
import { PlainTable } from "../../list/detail/PlainTable.tsx";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useForm } from "../../list/form/useForm.ts";
import type { Column, RowDialogProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { TextAction } from "../../ui/TextAction.tsx";
import { createMoveUserForm, type MovableUser } from "./createMoveUserForm.ts";

const moveForm = createMoveUserForm<MovableUser>();

const columns: readonly Column<EndpointData<typeof companyCalls.companyChildUsers>[number]>[] = [
  { key: "name", title: word.personName, width: 90, as: "link", record: "user", getId: ({ id }) => id },
  {
    key: "phoneNumber",
    title: word.phoneNumber,
    width: 150,
    as: "phone",
    reveal: { entity: "user", field: "phoneNumber" },
  },
  { key: "role", title: word.role, width: 80, as: "label", dictionary: userRole },
  { key: "status", title: word.status, width: 84, as: "tag", dictionary: userStatus },
  { key: "lastLoginAt", title: word.lastLoginAt, width: 170, as: "time" },
];

/** The users of a company, each of which can be moved to another. */
export function ChildUsers({ row, onClose, onDone, onOutdated }: RowDialogProps<CompanyRow>) {
  const pageApi = usePageApi();
  const { client } = pageApi;
  const { result, refetch } = useQuery(row.id, (signal) =>
    client.call(companyCalls.companyChildUsers, { params: { id: row.id } }, { signal }),
  );
  const onUncertain = () => {
    refetch();
    onOutdated();
  };
  const moveHandle = useForm(moveForm, { onSaved: () => onDone(), onUncertain });
  const canMove = canCall(managementCalls.changeCompany, pageApi);
  const users = result.state === "success" ? result.data : [];
  return (
    <SidePanel opened size={720} onClose={onClose} title={`${row.name} 的子账号`}>
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label={word.reading} />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Stack align="center">
            <Text>子账号没有读到</Text>
            <Button onClick={refetch}>{word.retry}</Button>
          </Stack>
        </Center>
      )}
      {result.state === "success" && users.length === 0 && (
        <Center py="xl">
          <Text c="dimmed">该企业还没有用户</Text>
        </Center>
      )}
      {users.length > 0 && (
        <PlainTable
          title="子账号"
          columns={columns}
          rows={users}
          renderActions={
            canMove
              ? (child) => (
                  <TextAction
                    aria-label={`转移 ${child.name}`}
                    onClick={() => moveHandle.open({ id: child.id, name: child.name, companyName: row.name })}
                  >
                    {word.move}
                  </TextAction>
                )
              : null
          }
        />
      )}
      <FormHost form={moveHandle} />
    </SidePanel>
  );
}
