import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { RemoteMultiSelect } from "./RemoteMultiSelect.tsx";
import { userChoices } from "./userChoices.ts";

/** Picks companies, whose people get the message. */
export const CompaniesField = (props: CustomFieldProps) => (
  <RemoteMultiSelect {...props} source={companyChoices} unit="家企业" />
);

/** Picks people one by one. */
export const UsersField = (props: CustomFieldProps) => (
  <RemoteMultiSelect {...props} source={userChoices} unit="人" />
);
