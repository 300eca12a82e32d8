import { brought } from "../../console/brought.tsx";
import type { DetailProps } from "./Detail.tsx";
import { useDetailLink } from "./useDetailLink.ts";

const Detail = brought(async () => (await import("./Detail.tsx")).Detail);

/** The detail of the record that the address names, if it names one; its code comes with the first. */
export function DetailHost(props: DetailProps) {
  const { id } = useDetailLink();
  if (id === null || !props.plan.one) return null;
  return <Detail {...props} id={id} />;
}
