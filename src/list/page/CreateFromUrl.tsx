import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { getFields } from "../form/formConfig.ts";
import { addParamPrefix } from "../query/urlQuery.ts";
import type { ListForms } from "./useListForms.ts";

/**
 * Opens the form of a new record if the URL requests it, as in `?add.companyId=12&add.type=renew`, with the valid
 * ones of these values. The parameters are then removed, so that a reload does not open it again.
 */
export function CreateFromUrl({ forms: { recordForm, canCreate } }: { readonly forms: ListForms }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { toast } = usePageApi();
  const openFromUrl = useEffectEvent(() => {
    const params = new URLSearchParams(search);
    const addParams = [...params].filter(([name]) => name.startsWith(addParamPrefix));
    if (addParams.length === 0) return;
    for (const [name] of addParams) params.delete(name);
    const remainingSearch = params.toString();
    void navigate({ pathname, search: remainingSearch ? `?${remainingSearch}` : "" }, { replace: true });
    if (!canCreate || !recordForm) return;
    // A second form over an open one could be mistaken for it.
    if (recordForm.actor.getSnapshot().hasTag("open"))
      return toast.warning("上一次填写的内容还没有提交，请先提交或关闭");
    const values = new Map(addParams.map(([name, value]) => [name.slice(addParamPrefix.length), value]));
    const formFields = getFields(recordForm.config, null).filter(({ kind }) => kind !== "custom");
    const initialValues: Record<string, string> = {};
    for (const field of formFields) {
      const value = values.get(field.name);
      if (value !== undefined && recordForm.config.validate(field, value, null) === null)
        initialValues[field.name] = value;
    }
    recordForm.open(null, initialValues);
  });
  useEffect(() => {
    if (search !== "") openFromUrl();
  }, [search]);
  return null;
}
