import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { ChosenList } from "./ChosenList.tsx";
import { userChoices } from "./userChoices.ts";

/** Picks companies, whose people get the message. */
export const CompaniesField = (props: CustomFieldProps) => (
  <ChosenList {...props} source={companyChoices} unit="家企业" />
);

/** Picks people one by one. */
export const UsersField = (props: CustomFieldProps) => (
  <ChosenList {...props} source={userChoices} unit="人" />
);
