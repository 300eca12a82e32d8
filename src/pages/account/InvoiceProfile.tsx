import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CompanyRow } from "../../../adapters/contract/company.ts";
import { invoiceType } from "../../../adapters/contract/invoice.ts";
import { type InvoiceProfile, orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canCall } from "../../list/canCall.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useFormOnMount } from "../../list/form/useFormOnMount.ts";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { type EditedProfile, invoiceProfileForm } from "./invoiceProfileForm.ts";

type Company = Pick<CompanyRow, "id" | "name" | "creditCode">;

/** What a company without a buyer begins with: itself. */
const toNewProfile = ({ id, name, creditCode }: Company): EditedProfile => ({
  id,
  type: "normal",
  title: name,
  taxNo: creditCode,
  email: "",
  bankAccount: "",
  address: "",
});

const useProfile = (companyId: string) => {
  const { client } = usePageApi();
  return useQuery(`invoiceProfile.${companyId}`, (signal) =>
    client.call(orderInvoiceCalls.invoiceProfile, { params: { id: companyId } }, { signal }),
  );
};

type Props = Pick<RowDialogProps<Company>, "row" | "onClose" | "onDone" | "onOutdated">;

/** Edits the buyer that the company's next application for an invoice begins with. */
export function InvoiceProfileDialog({ row, onClose, onDone, onOutdated }: Props) {
  const { result, refetch } = useProfile(row.id);
  if (result.state === "success")
    return (
      <ProfileForm
        profile={result.data ?? toNewProfile(row)}
        onClose={onClose}
        onDone={onDone}
        onOutdated={onOutdated}
      />
    );
  return (
    <SidePanel opened onClose={onClose} title={word.invoiceProfile}>
      <Center py="xl">
        {result.state === "pending" ? (
          <Loader aria-label="正在读取开票信息" />
        ) : (
          <Stack align="center">
            <Text>开票信息没有读到</Text>
            <Button onClick={refetch}>{word.retry}</Button>
          </Stack>
        )}
      </Center>
    </SidePanel>
  );
}

interface FormProps extends Omit<Props, "row"> {
  readonly profile: EditedProfile;
}

function ProfileForm({ profile, onClose, onDone, onOutdated }: FormProps) {
  const callbacks = { onSaved: () => onDone(), onClosed: onClose, onOutdated };
  return <FormHost form={useFormOnMount(invoiceProfileForm, callbacks, undefined, profile)} />;
}

/** The company's buyer in one line, with its edit for those who may. */
export function InvoiceProfileBar({ company }: { readonly company: Company }) {
  const pageApi = usePageApi();
  const { result, refetch } = useProfile(company.id);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Group gap="sm" mb="sm" component="section" aria-label={word.invoiceProfile}>
      <Text size="sm" flex="1 1 240px" style={{ overflowWrap: "anywhere" }}>
        {result.state === "success"
          ? formatProfile(result.data)
          : result.state === "pending"
            ? "正在读取开票信息"
            : "开票信息没有读到"}
      </Text>
      {result.state === "error" && (
        <Button size="compact-sm" variant="default" onClick={refetch}>
          {word.retry}
        </Button>
      )}
      {canCall(orderInvoiceCalls.invoiceProfileSave, pageApi) && (
        <Button size="compact-sm" variant="default" onClick={() => setIsEditing(true)}>
          编辑开票信息
        </Button>
      )}
      {isEditing && (
        <InvoiceProfileDialog
          row={company}
          onClose={() => setIsEditing(false)}
          onDone={() => {
            setIsEditing(false);
            refetch();
          }}
          onOutdated={refetch}
        />
      )}
    </Group>
  );
}

function formatProfile(profile: InvoiceProfile | null): string {
  if (profile === null) return "还没有开票信息，申请发票后自动保存，也可以现在填写";
  const { type, title, taxNo, email, bankAccount, address } = profile;
  const parts = [invoiceType.label(type), title, taxNo, email, bankAccount, address];
  return `开票信息：${parts.filter((part) => part !== "").join(" · ")}`;
}
