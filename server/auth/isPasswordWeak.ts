import { hash } from "node:crypto";
import { pinyin } from "pinyin-pro";
import { commonPasswords, demoPassword, ownerPasswords } from "../../adapters/contract/weakPasswords.ts";

// A third of the time of `createHash`, of which 70,000 passwords would hold up the first login for 200 ms.
const md5 = (text: string) => hash("md5", text);
const demoPasswordMd5 = md5(demoPassword);

/** Built at first use: takes about 80 ms. */
let commonHashes: ReadonlySet<string> | undefined;

interface Owner {
  readonly name: string;
  readonly phoneNumber: string;
}

/** Whether an MD5 is that of a common password, or of one derived from the owner's name or phone number. */
export function isPasswordWeak(passwordMd5: string, { name, phoneNumber }: Owner): boolean {
  commonHashes ??= new Set([...commonPasswords()].map(md5));
  if (commonHashes.has(passwordMd5)) return true;
  for (const guess of ownerPasswords({ names: [...getSpellings(name)], phoneNumber }))
    if (md5(guess) === passwordMd5) return true;
  return false;
}

/** Whether the MD5 is the demo password's. */
export const isDemoPassword = (passwordMd5: string): boolean => passwordMd5 === demoPasswordMd5;

/**
 * 陈立新 also as chenlixin and clx; 曾 as a surname is zeng; 吕 is typed lv or lu; Tom Lee also as tomlee, tom and lee.
 * Lower case: `ownerPasswords` adds the other cases.
 */
function getSpellings(name: string): Set<string> {
  const latin = name.toLowerCase();
  const names = [name, latin, ...latin.split(" "), latin.replaceAll(" ", "")];
  for (const surname of ["head", "off"] as const)
    for (const v of ["v", "u"]) {
      const syllables = pinyin(name, { toneType: "none", type: "array", surname }).map((one) =>
        one.toLowerCase().replaceAll("ü", v),
      );
      names.push(syllables.join("").replaceAll(" ", ""), syllables.map((one) => one.slice(0, 1)).join(""));
    }
  return new Set(names);
}
