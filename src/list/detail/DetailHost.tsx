import { lazy } from "react";
import { Brought } from "../../console/Brought.tsx";
import type { DetailProps } from "./Detail.tsx";
import { useDetailLink } from "./useDetailLink.ts";

const Detail = lazy(() => import("./Detail.tsx").then(({ Detail: detail }) => ({ default: detail })));

/** The detail of the record that the address names, if it names one; its code comes with the first. */
export function DetailHost(props: DetailProps) {
  const { id } = useDetailLink();
  if (id === null || !props.plan.one) return null;
  return (
    <Brought>
      <Detail {...props} id={id} />
    </Brought>
  );
}
