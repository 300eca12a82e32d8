import {
  IconBuildingPlus,
  IconLogout,
  IconMoon,
  IconReceipt,
  IconSettings,
  IconSun,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import * as word from "../../../adapters/contract/words.ts";
import { canCall, type Viewer } from "../../list/canCall.ts";

/** What commands act on. */
interface CommandPorts {
  readonly open: (address: string) => void;
  readonly setDark: (dark: boolean) => void;
  readonly openSettings: () => void;
  readonly logout: () => void;
}

interface Command {
  readonly label: string;
  /** Other words that find it: pinyin, initials, English. */
  readonly words: readonly string[];
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>;
  readonly run: (ports: CommandPorts) => void;
}

interface Situation {
  readonly viewer: Viewer;
  readonly dark: boolean;
  readonly showsSettings: boolean;
}

/** The commands that the roles may give now, in order. */
export function getCommands({ viewer, dark, showsSettings }: Situation): readonly Command[] {
  return [
    ...(canCall(orderCalls.orderCreate, viewer)
      ? [
          {
            label: "新增订单",
            words: ["xinzengdingdan", "xzdd", "new order"],
            icon: IconReceipt,
            run: ({ open }: CommandPorts) => open("/order/orderList?add.type=new"),
          },
        ]
      : []),
    ...(canCall(companyCalls.companyCreate, viewer)
      ? [
          {
            label: word.addCompany,
            words: ["xinzengqiye", "xzqy", "new company"],
            icon: IconBuildingPlus,
            run: ({ open }: CommandPorts) => open("/account/accountList?add.type=enterprise"),
          },
        ]
      : []),
    {
      label: "深色",
      words: ["shense", "ss", "dark"],
      icon: IconMoon,
      run: ({ setDark }: CommandPorts) => setDark(true),
    },
    {
      label: "浅色",
      words: ["qianse", "qs", "light"],
      icon: IconSun,
      run: ({ setDark }: CommandPorts) => setDark(false),
    },
    ...(showsSettings
      ? [
          {
            label: word.openSettings,
            words: ["jiemianshezhi", "jmsz", "settings"],
            icon: IconSettings,
            run: ({ openSettings }: CommandPorts) => openSettings(),
          },
        ]
      : []),
    {
      label: word.logOut,
      words: ["tuichudenglu", "tcdl", "logout"],
      icon: IconLogout,
      run: ({ logout }: CommandPorts) => logout(),
    },
  ].filter(({ label }) => label !== (dark ? "深色" : "浅色"));
}

/** The text after `>`; null where no command is meant. The full-width sign is what a Chinese keyboard types. */
export function parseCommandText(query: string): string | null {
  const [, text] = /^\s*[>＞》](.*)$/s.exec(query) ?? [];
  return text === undefined ? null : text.trim().toLowerCase();
}

/** The commands that a text finds; all of them for an empty one. */
export const findCommands = (commands: readonly Command[], text: string): readonly Command[] =>
  commands.filter(({ label, words }) => label.includes(text) || words.some((word) => word.includes(text)));
