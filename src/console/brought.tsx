import { type ReactNode, startTransition, useEffect, useState } from "react";
import { type ComponentCode, componentCode } from "./componentCode.ts";
import { keepBringing } from "./keepBringing.ts";
import { useConsole } from "./useConsole.ts";
import { withStyles } from "./withStyles.ts";

type Part<Props> = (props: Props) => ReactNode;

/**
 * A part of a page whose code comes when it is asked for. Where the code cannot be had it says so once, keeps trying and
 * appears by itself when it comes. A fault of the component itself is its page's affair, as any other's. Not `lazy`,
 * which never asks again for what it could not have.
 * @param load imports the component
 * @param Waiting what stands in its place until it is there; nothing where none is given
 * @returns the part, and `bring`, which fetches its code ahead
 */
export function brought<Props extends object>(
  load: () => Promise<Part<Props>>,
  Waiting: Part<NoInfer<Props>> = () => null,
): Part<Props> & Pick<ComponentCode<Part<Props>>, "bring"> {
  const code = componentCode(withStyles(load));
  function Brought(props: Props) {
    const Component = usePart(code);
    return Component ? <Component {...props} /> : <Waiting {...props} />;
  }
  return Object.assign(Brought, { bring: code.bring });
}

function usePart<Component>(code: ComponentCode<Component>): Component | null {
  const { say } = useConsole();
  const [part, setPart] = useState(code.present);
  const missing = part === null;
  useEffect(() => {
    if (!missing) return;
    return keepBringing(code, {
      here: (component) => startTransition(() => setPart(() => component)),
      failed(why) {
        console.error(why);
        say.error("这部分内容没有加载出来，正在自动重试；若控制台已更新到新版本，请保存填写的内容后刷新页面");
      },
    });
  }, [code, missing, say]);
  return part;
}
