import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { getFields } from "../form/formConfig.ts";
import { addParamPrefix } from "../query/urlQuery.ts";
import type { ListForms } from "./useListForms.ts";

/**
 * Begins a new record where the address asks for one, as `?add.companyId=12&add.type=renew`, with those of the values
 * that fit. The address is then the list's alone again, so that a reload does not begin another.
 */
export function useCreateFromUrl({ recordForm, canCreate }: ListForms) {
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
    // Under a form that is open already, a second one would be filled in by mistake for the first.
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
}
