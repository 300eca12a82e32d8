/** The public password of the demo accounts: in production it opens nothing, and nobody may choose it anywhere. */
export const demoPassword = "Aerial@2026";

/** Whose password it is. */
export interface PasswordOwner {
  /** The name as it is written; the server adds how it is spelt in Latin letters. */
  readonly names: readonly string[];
  readonly phoneNumber: string;
}

const digits = "0123456789";
const letters = "abcdefghijklmnopqrstuvwxyz";
/** In the order of the keyboard: rows, slanted columns, and two rows side by side. */
const keyboard = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qazwsxedcrfvtgbyhnujm",
  "1qaz2wsx3edc4rfv5tgb",
  "1q2w3e4r5t6y7u8i9o0p",
  "147258369",
  "!@#$%^&*()",
];
const rows = [digits + digits, letters, ...keyboard];

const words = (
  "a q w z aa qq aaa abc abcd asd qwe qwer qwerty admin administrator guest root system test user welcome " +
  "iloveyou letmein love pass passw0rd password p@ssw0rd p@ssword mima woaini woaizhongguo"
).split(" ");
const tails = [
  "",
  ..."1 12 123 1234 12345 123456 1234567 12345678 123456789".split(" "),
  ..."111 1314 321 520 521 5201314 666 888 2024 2025 2026".split(" "),
];
const joints = ["", "@", "_"];
const others =
  "112233 123321 159357 520520 5201314 5201314520 12345678910 1qaz@WSX !QAZ2wsx zaq12wsx Aa123456. Aa123456!".split(
    " ",
  );

const longestRun = 20;
const shortestRun = 3;

/** Weak passwords of every account, some of them twice: common words, one repeated character, simple sequences. */
export function* commonPasswords(): Generator<string> {
  yield* shortest();
  yield* others;
  for (const word of words) yield* withTails(word);
  for (const number of ["123", "1234", "123456", "12345678", "123456789", "520", "1314"])
    for (const end of ["a", "aa", "abc", "q", "qq", "w", "z"]) yield* cases(number + end);
  for (let code = 0x20; code < 0x7f; code++)
    for (let length = 1; length <= longestRun; length++) yield String.fromCharCode(code).repeat(length);
  for (let pair = 0; pair < 100; pair++)
    for (let times = 1; times <= 6; times++) yield String(pair).padStart(2, "0").repeat(times);
  for (const row of rows)
    for (const way of [row, [...row].reverse().join("")])
      for (let start = 0; start + shortestRun <= way.length; start++)
        for (let end = start + shortestRun; end <= way.length; end++) yield* repeated(way.slice(start, end));
}

/** What people make of their own name and phone number. */
export function* ownPasswords({ names, phoneNumber }: PasswordOwner): Generator<string> {
  const backwards = [...phoneNumber].reverse().join("");
  const numbers = [
    phoneNumber,
    phoneNumber.slice(-4),
    phoneNumber.slice(-6),
    phoneNumber.slice(-8),
    backwards,
  ];
  for (const number of numbers)
    for (const before of ["", "a", "A", "aa", "Aa"])
      for (const after of ["", "a", "@"]) yield before + number + after;
  for (const name of names.filter((one) => one !== "")) {
    yield name.repeat(2);
    yield* withTails(name);
    for (const number of numbers) for (const joint of joints) yield* cases(name + joint + number);
  }
}

/** Whether the server will refuse this as a new password; the server also tries how the name is spelt. */
export function isWeakPassword(password: string, owner: PasswordOwner): boolean {
  if (password === demoPassword) return true;
  for (const guess of ownPasswords(owner)) if (guess === password) return true;
  for (const guess of commonPasswords()) if (guess === password) return true;
  return false;
}

const cases = (text: string) => new Set([text, text.toUpperCase(), capital(text)]);
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function* withTails(word: string): Generator<string> {
  for (const joint of joints) for (const tail of tails) yield* cases(word + joint + tail);
}

/** Everything of up to two characters, and of three small letters or digits: tried in no time, also from an MD5. */
function* shortest(): Generator<string> {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
  yield "";
  yield* printable;
  for (const one of printable) for (const two of printable) yield one + two;
  const small = [...letters, ...digits];
  for (const one of small) for (const two of small) for (const three of small) yield one + two + three;
}

/** A run as it is, and a short one several times. */
function* repeated(run: string): Generator<string> {
  yield* cases(run);
  if (run.length > 4) return;
  for (let times = 2; run.length * times <= 12; times++) yield* cases(run.repeat(times));
}
