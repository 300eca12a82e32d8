import { formatCutLayer } from "./formatCutLayer.ts";
import classes from "./LiveMap.module.css";

/** @param name name of a configured base map; undefined for the embedded one, which has no fallback */
export function BasemapErrorNotice({ name }: { readonly name: string | undefined }) {
  return (
    <p className={classes["note"]} role="status">
      {name
        ? `底图“${name}”无法读取，暂用内置底图，恢复后自动切回`
        : "底图无法读取，正在自动重试；无人机、管制区和航线不受影响"}
    </p>
  );
}

/** How the last load of a layer went. */
export interface LayerLoad {
  readonly hasFailed: boolean;
  /** Whether it was never loaded. */
  readonly isUnread: boolean;
  /** How many were read where there may be more; null where these are all. */
  readonly cutAt: number | null;
}

/** Says that what the map shows of a layer is old, or that it shows nothing of it. */
export function LayerErrorNotice({ name, load }: { readonly name: string; readonly load: LayerLoad }) {
  if (!load.hasFailed)
    return (
      load.cutAt !== null && (
        <p className={classes["note"]} role="status">
          {formatCutLayer(name, load.cutAt)}
        </p>
      )
    );
  return (
    <p className={classes["note"]} role="status">
      {load.isUnread
        ? `${name}没有读取到，图上没有显示，正在自动重试`
        : `${name}刷新失败，图上是最后一次读到的，正在自动重试`}
    </p>
  );
}
