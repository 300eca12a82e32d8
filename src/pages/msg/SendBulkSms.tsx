import { Loader, MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import * as z from "zod/mini";
import { defineEnum } from "../../../adapters/contract/defineEnum.ts";
import { type UserRow, userCalls, userRole } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import { FieldFallback } from "../../list/form/FieldFallback.tsx";
import type { CustomFieldProps, FormConfig } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import type { AnyRow, PageDialogProps } from "../../list/listDefinition.ts";
import type { ChoiceSource } from "../../list/pickers/choiceSource.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { dropdownPlacement } from "../../list/pickers/dropdownPlacement.ts";
import { searchChoices } from "../../list/pickers/searchChoices.ts";
import { keepEnterInOpenList, takeFirstOption } from "../../list/pickers/typedText.ts";
import { BulkSmsDialog } from "../../list/sms/BulkSmsDialog.tsx";
import { bulkSmsForm } from "../../list/sms/bulkSmsForm.ts";
import { useQuery } from "../../list/useQuery.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";

const idsSchema = z.array(z.string());
const debounceMs = 300;

interface Props extends CustomFieldProps {
  readonly source: ChoiceSource;
  /** Follows the number of selected records: `家企业`. */
  readonly unit: string;
}

/** Selects several records of a remote list by typing. Fetches the labels of the selected ones by their ids. */
function RemoteMultiSelect({ source, unit, ...field }: Props) {
  const { value, onChange } = field;
  const pageApi = usePageApi();
  const parsed = idsSchema.safeParse(value);
  const selectedIds = parsed.success ? parsed.data : [];
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [debouncedText] = useDebouncedValue(text, debounceMs);
  const [knownLabels, setKnownLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const unresolvedIds = selectedIds.filter((id) => !knownLabels.has(id));
  const resolved = useQuery(unresolvedIds.length > 0 ? unresolvedIds.join(" ") : null, (signal) =>
    source.fetchByIds(pageApi.client, unresolvedIds, signal),
  );
  const searchResult = useQuery(open ? `search:${debouncedText}` : null, (signal) =>
    searchChoices(source, pageApi, debouncedText, signal),
  );
  const labels = new Map([
    ...knownLabels,
    ...(resolved.result.state === "success" ? resolved.result.data : []).map(
      (choice) => [choice.value, choice.label] as const,
    ),
  ]);
  const choices = searchResult.result.state === "success" ? searchResult.result.data : [];
  const isSearching = open && searchResult.result.state === "pending";
  // Until then the options are those of the text before.
  const isFound = text.trim() !== "" && text === debouncedText && searchResult.result.state === "success";
  const isNew = ({ value: id }: { readonly value: string }) => !selectedIds.includes(id);
  return (
    <MultiSelect
      {...toInputProps(field)}
      {...dropdownPlacement(open && searchResult.result.state === "pending" && debouncedText === "")}
      placeholder={selectedIds.length === 0 ? source.placeholder : ""}
      description={selectedIds.length === 0 ? undefined : `已选 ${selectedIds.length} ${unit}`}
      data={[
        ...selectedIds.map((id) => ({ value: id, label: labels.get(id) ?? word.readingNow })),
        ...choices.filter(isNew),
      ]}
      value={selectedIds}
      searchable
      clearable
      hidePickedOptions
      openOnFocus={false}
      onKeyDownCapture={isFound ? takeFirstOption : keepEnterInOpenList}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onChange={(next) => {
        const picked = choices.filter((choice) => next.includes(choice.value));
        setKnownLabels(
          new Map([...labels, ...picked.map((choice) => [choice.value, choice.label] as const)]),
        );
        onChange(next);
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={
        isSearching
          ? word.searching
          : searchResult.result.state === "error"
            ? word.readFailed
            : word.nothingFound
      }
      {...(isSearching ? { rightSection: <Loader size={14} /> } : {})}
    />
  );
}

const toChoice = ({ id, name, companyName, phoneNumber }: UserRow) => ({
  value: id,
  label: `${name}（${companyName}）`,
  found: [phoneNumber],
});

/** The companies' users who can sign in. The label names the company, as names repeat. */
const userChoices: ChoiceSource = {
  placeholder: "输入姓名、完整手机号或后四位搜索",
  async search(client, text, signal) {
    const keyword = text.trim();
    const body = { pageNo: 1, pageSize: 20, status: "normal" as const, ...(keyword ? { keyword } : {}) };
    const page = await client.call(userCalls.userPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
  async fetchByIds(client, ids, signal) {
    const body = { pageNo: 1, pageSize: 200, ids: [...ids] };
    const page = await client.call(userCalls.userPageList, { body }, { signal });
    return page.list.map(toChoice);
  },
};

/** The companies whose users get the message. */
const CompaniesField = (props: CustomFieldProps) => (
  <RemoteMultiSelect {...props} source={companyChoices} unit="家企业" />
);

/** The users who get the message. */
const UsersField = (props: CustomFieldProps) => (
  <RemoteMultiSelect {...props} source={userChoices} unit="人" />
);

const RecipientFileField = lazyComponent(
  async () => (await import("./RecipientFileField.tsx")).RecipientFileField,
  FieldFallback,
);

const recipientScope = defineEnum("sms_scope", {
  all: "全部企业",
  companies: "指定企业",
  users: "指定用户",
  file: "名单文件",
});

/** Sends one text to all users, to those of some companies, or to single users. */
export const sendBulkSmsForm: FormConfig<AnyRow> = bulkSmsForm<AnyRow>({
  name: "sms-mass",
  title: () => word.sendBulkSms,
  recipientFields: [
    { kind: "select", name: "scope", label: "收件范围", dictionary: recipientScope },
    {
      kind: "several",
      name: "roles",
      label: "用户角色",
      dictionary: userRole,
      hint: "不选为全部角色",
      when: { field: "scope", is: ["all", "companies"] },
    },
    {
      kind: "custom",
      name: "companyIds",
      label: "收件企业",
      control: CompaniesField,
      wide: true,
      when: { field: "scope", is: ["companies"] },
    },
    {
      kind: "custom",
      name: "userIds",
      label: "收件用户",
      control: UsersField,
      wide: true,
      when: { field: "scope", is: ["users"] },
    },
    {
      kind: "custom",
      name: "recipients",
      label: "收件名单",
      control: RecipientFileField,
      wide: true,
      when: { field: "scope", is: ["file"] },
    },
  ],
  getInitialValues: () => ({}),
});

/** Sends one text to recipients that are chosen in the form. */
export const SendBulkSms = (props: PageDialogProps) => <BulkSmsDialog {...props} form={sendBulkSmsForm} />;
