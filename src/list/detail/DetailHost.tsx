import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { DetailProps } from "./Detail.tsx";
import { useDetailParam } from "./useDetailParam.ts";

const Detail = lazyComponent(async () => (await import("./Detail.tsx")).Detail);

/** The detail of the record that the address names, if it names one; its code comes with the first. */
export function DetailHost(props: DetailProps) {
  const { id } = useDetailParam();
  if (id === null || !props.config.detailCall) return null;
  return <Detail {...props} id={id} />;
}
