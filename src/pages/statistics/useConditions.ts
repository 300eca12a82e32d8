import { useState } from "react";
import { usePageSearchParams } from "../../pageApi/usePageSearchParams.ts";
import { type Conditions, changeConditions, parseConditions, toConditionParams } from "./conditions.ts";

interface ConditionsHandle {
  readonly conditions: Conditions;
  /** When the page was opened or last refreshed. */
  readonly now: Date;
  readonly params: URLSearchParams;
  /** Each change is an entry of the history, so that the browser's Back undoes it. */
  readonly change: (changes: Partial<Conditions>) => void;
  /** Sets or, with null, removes another parameter. */
  readonly setParam: (name: string, value: string | null) => void;
  /** Takes the time anew: a tab may stay open for days. */
  readonly updateNow: () => void;
}

/** The conditions of the page; the address is their only place. */
export function useConditions(): ConditionsHandle {
  const [params, setParams] = usePageSearchParams();
  const [now, setNow] = useState(() => new Date());
  const conditions = parseConditions(params, now);
  return {
    conditions,
    now,
    params,
    change: (changes) => setParams(toConditionParams(changeConditions(conditions, changes), params, now)),
    setParam: (name, value) => {
      const next = new URLSearchParams(params);
      if (value === null) next.delete(name);
      else next.set(name, value);
      setParams(next);
    },
    updateNow: () => setNow(new Date()),
  };
}
