import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { DetailProps } from "./Detail.tsx";
import { useDetailParam } from "./useDetailParam.ts";

const Detail = lazyComponent(async () => (await import("./Detail.tsx")).Detail);

/** Shows the record named in the URL, if any; its code is loaded on first use. */
export function DetailHost(props: DetailProps) {
  const { id } = useDetailParam();
  if (id === null || !props.config.detailCall) return null;
  return <Detail {...props} id={id} />;
}
