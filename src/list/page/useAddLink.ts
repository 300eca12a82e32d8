import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useConsole } from "../../console/useConsole.ts";
import { fieldsFor } from "../form/formPlan.ts";
import { addPrefix } from "../query/urlQuery.ts";
import type { ListForms } from "./useForms.ts";

/**
 * Begins a new record where the address asks for one, as `?add.companyId=12&add.type=renew`, with those of the values
 * that fit. The address is then the list's alone again, so that a reload does not begin another.
 */
export function useAddLink({ record, mayCreate }: ListForms) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { say } = useConsole();
  const follow = useEffectEvent(() => {
    const params = new URLSearchParams(search);
    const asked = [...params].filter(([name]) => name.startsWith(addPrefix));
    if (asked.length === 0) return;
    for (const [name] of asked) params.delete(name);
    const rest = params.toString();
    void navigate({ pathname, search: rest ? `?${rest}` : "" }, { replace: true });
    if (!mayCreate || !record) return;
    // Under a form that is open already, a second one would be filled in by mistake for the first.
    if (record.actor.getSnapshot().hasTag("open"))
      return say.warning("上一次填写的内容还没有提交，请先提交或关闭");
    const values = new Map(asked.map(([name, value]) => [name.slice(addPrefix.length), value]));
    const known = fieldsFor(record.plan, null).filter(({ kind }) => kind !== "custom");
    const given: Record<string, string> = {};
    for (const field of known) {
      const value = values.get(field.name);
      if (value !== undefined && record.plan.check(field, value, null) === null) given[field.name] = value;
    }
    record.open(null, given);
  });
  useEffect(() => {
    if (search !== "") follow();
  }, [search]);
}
