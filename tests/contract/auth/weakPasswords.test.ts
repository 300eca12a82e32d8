import { describe, expect, test } from "vitest";
import { demoPassword, isWeakPassword } from "../../../adapters/contract/weakPasswords.ts";
import { isDemoPassword, isPasswordWeak } from "../../../server/auth/isPasswordWeak.ts";
import { getPasswordHint } from "../../../src/app/dialogs/getPasswordHint.ts";
import { md5 } from "../../helpers/testPlatform.ts";

const phoneNumber = "13812345678";
const owner = { name: "陈立新", phoneNumber };
const passwordContext = { names: [owner.name], phoneNumber };

const weakPasswords = [
  ..."aaaaaaaa 11111111 88888888 zzz !!!!!! x 12345678 87654321 1234567890 abcdefgh ABCDEFGH zyxwvuts".split(
    " ",
  ),
  ..."zq xk Q7 %: k9p 7zb".split(" "),
  ..."qwertyuiop asdfghjkl 1qaz2wsx 1q2w3e4r qazwsxedc 123123 abcabc 1212".split(" "),
  ..."password Password1 P@ssw0rd admin123 Admin@123 Aa123456 123456a abcd1234 woaini520".split(" "),
  ..."13812345678 345678 87654321831 a13812345678 陈立新 陈立新123 陈立新5678".split(" "),
];
const strongPasswords = [
  "Sky-Lantern-58",
  "Kp7m-Qx3d-Wt9n",
  "correct horse battery",
  "Horse-b-2",
  "13912345679",
];

describe("A weak password", () => {
  test.each(weakPasswords)("%s is detected by the server from its MD5, and by the form", (password) => {
    expect([isPasswordWeak(md5(password), owner), isWeakPassword(password, passwordContext)]).toEqual([
      true,
      true,
    ]);
  });

  test.each(["chenlixin", "CHENLIXIN", "Chenlixin@123", "clx123456", "clx5678"])(
    "%s, the name in pinyin, is detected by the server",
    (password) => {
      expect(isPasswordWeak(md5(password), owner)).toBe(true);
    },
  );

  test.each([
    ["曾伟", "zengwei123"],
    ["曾伟", "cengwei123"],
    ["单雄", "shanxiong"],
    ["解晓东", "xiexiaodong"],
    ["仇和", "qiuhe123456"],
    ["吕布", "lvbu123456"],
    ["吕布", "lubu123456"],
    ["Tom Lee", "tomlee123"],
    ["Tom Lee", "tom123"],
  ])("of %s is %s", (name, password) => {
    expect(isPasswordWeak(md5(password), { name, phoneNumber })).toBe(true);
  });

  test("contains the user's own name or number, not a colleague's", () => {
    const other = { name: "孙悦", phoneNumber: "13900001111" };
    for (const password of ["陈立新123", "chenlixin", phoneNumber])
      expect([password, isPasswordWeak(md5(password), other)]).toEqual([password, false]);
  });
});

test.each(strongPasswords)("%s is not weak", (password) => {
  expect([isPasswordWeak(md5(password), owner), isWeakPassword(password, passwordContext)]).toEqual([
    false,
    false,
  ]);
});

test("the demo password cannot be chosen, but the demo does not warn of it", () => {
  const password = "Aerial@2026";
  expect([demoPassword, isDemoPassword(md5(password)), isDemoPassword(md5("Sky-Lantern-58"))]).toEqual([
    password,
    true,
    false,
  ]);
  expect([isWeakPassword(password, passwordContext), isPasswordWeak(md5(password), owner)]).toEqual([
    true,
    false,
  ]);
});

test("the form warns of a weak password before it is sent, and gives advice for others", () => {
  const warning = { text: "这个密码容易被猜到，提交后会被拒绝，请换一个。", isWarning: true };
  for (const password of ["aaaaaaaa", phoneNumber, "Aerial@2026"])
    expect(getPasswordHint(password, passwordContext)).toEqual(warning);
  expect(getPasswordHint("", passwordContext)).toEqual({
    text: "建议至少 8 位，包含大写字母、小写字母、数字、符号中的三种。",
    isWarning: false,
  });
  expect(getPasswordHint("Sky-58", passwordContext)).toEqual({
    text: "还差 2 位到建议的 8 位，字符种类足够。",
    isWarning: false,
  });
});
