import * as z from "zod/mini";
import { screenCalls, screenLayout, screenRow, wallPaths } from "../../../adapters/contract/screen.ts";
import { recordForm } from "../../list/form/recordForm.ts";

const savedScreen = z.object({ secret: z.nullable(z.string()) });

/** Adds a screen, whose link is shown once; edits its name and layout. */
export const screenForm = recordForm({
  name: "screen",
  noun: "大屏",
  create: screenCalls.screenSave,
  update: screenCalls.screenSave,
  detailCall: { data: screenRow },
  container: "dialog",
  toOneTimeResult: (data) => {
    // A repeated request and a change get no token.
    const secret = savedScreen.safeParse(data).data?.secret ?? null;
    if (secret === null) return null;
    return {
      title: "链接只显示这一次",
      note: "请在大屏的浏览器中打开，二维码供大屏的操作终端扫描；打开后链接即转为本机凭证，不再需要保存。遗失后请停用并新建。",
      lines: [{ label: "大屏链接", value: `${location.origin}${wallPaths.cookie}#${secret}`, hasQr: true }],
    };
  },
  sections: [
    {
      fields: [
        { kind: "text", name: "name", label: "名称", placeholder: "如 指挥中心 左一", wide: true },
        { kind: "select", name: "layout", label: "布局", dictionary: screenLayout, wide: true },
      ],
    },
  ],
});
