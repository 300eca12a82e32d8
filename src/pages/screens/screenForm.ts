import * as z from "zod/mini";
import { dutyScope, formatWholeScope, wholeScope } from "../../../adapters/contract/dutyScope.ts";
import {
  linkValidMs,
  screenAudience,
  screenCalls,
  screenLayout,
  screenRow,
  wallPaths,
} from "../../../adapters/contract/screen.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { FieldFallback } from "../../list/form/FieldFallback.tsx";
import type { OneTimeResult } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";

const ScopeField = lazyComponent(
  async () => (await import("../../list/pickers/ScopeField.tsx")).ScopeField,
  FieldFallback,
);

const savedScreen = z.object({ secret: z.nullable(z.string()) });
const validMinutes = linkValidMs / 60_000;

/** Shows the link in the answer of a call once; null where the answer has none, as after a repeated request. */
export function toLinkDisplay(data: unknown): OneTimeResult | null {
  const secret = savedScreen.safeParse(data).data?.secret ?? null;
  if (secret === null) return null;
  return {
    title: "链接只显示这一次",
    note: `请在 ${validMinutes} 分钟内于大屏的浏览器中打开，二维码供大屏的操作终端扫描；链接只能打开一次，打开后即转为该浏览器的凭证。过期、遗失或被他人打开时，请重新生成链接。`,
    lines: [
      {
        label: "大屏链接",
        value: `${location.origin}${toServerPath(wallPaths.cookie)}#${secret}`,
        hasQr: true,
      },
    ],
  };
}

/** Adds a screen, whose link is shown once; edits its name and layout. */
export const screenForm = recordForm({
  name: "screen",
  noun: word.screen,
  save: screenCalls.screenSave,
  detailCall: { data: screenRow },
  container: "dialog",
  toOneTimeResult: toLinkDisplay,
  fields: [
    { kind: "text", name: "name", label: word.name, placeholder: "如 指挥中心 左一", wide: true },
    { kind: "select", name: "layout", label: word.layout, dictionary: screenLayout, wide: true },
    {
      kind: "custom",
      name: "scope",
      label: word.screenScope,
      control: ScopeField,
      formatValue: (value) => formatWholeScope(dutyScope.parse(value)),
      initial: wholeScope,
      wide: true,
    },
    {
      kind: "select",
      name: "audience",
      label: word.audience,
      dictionary: screenAudience,
      initial: "staff",
      hint: "参观人员看到的大屏不含人员、企业、机场和任务的名称，任务只显示编号",
      wide: true,
    },
    {
      kind: "check",
      name: "sound",
      label: "P1 告警未确认时发声",
      initial: false,
      hint: "浏览器要在屏上点一下才发声，除非以 --autoplay-policy=no-user-gesture-required 启动",
      wide: true,
    },
  ],
});
