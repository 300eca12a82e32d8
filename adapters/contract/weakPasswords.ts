/** Public password of the demo accounts. It does not work in production and is refused as a new password everywhere. */
export const demoPassword = "Aerial@2026";

/** The owner of a password. */
export interface PasswordOwner {
  /** The Chinese name; the server adds its pinyin. */
  readonly names: readonly string[];
  readonly phoneNumber: string;
}

const digits = "0123456789";
const letters = "abcdefghijklmnopqrstuvwxyz";
/** Keyboard sequences: rows, slanted columns, and two rows interleaved. */
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
const keyboardRows = [digits + digits, letters, ...keyboard];

const commonWords = (
  "a q w z aa qq aaa abc abcd asd qwe qwer qwerty admin administrator guest root system test user welcome " +
  "iloveyou letmein love pass passw0rd password p@ssw0rd p@ssword mima woaini woaizhongguo"
).split(" ");
const suffixes = [
  "",
  ..."1 12 123 1234 12345 123456 1234567 12345678 123456789".split(" "),
  ..."111 1314 321 520 521 5201314 666 888 2024 2025 2026".split(" "),
];
const separators = ["", "@", "_"];
const extraPasswords =
  "112233 123321 159357 520520 5201314 5201314520 12345678910 1qaz@WSX !QAZ2wsx zaq12wsx Aa123456. Aa123456!".split(
    " ",
  );

const maxRepeats = 20;
const minRunLength = 3;

/** Passwords that are weak for every account, possibly repeated: common words, repeated characters, simple sequences. */
export function* commonPasswords(): Generator<string> {
  yield* shortPasswords();
  yield* extraPasswords;
  for (const word of commonWords) yield* withSuffixes(word);
  for (const number of ["123", "1234", "123456", "12345678", "123456789", "520", "1314"])
    for (const end of ["a", "aa", "abc", "q", "qq", "w", "z"]) yield* caseVariants(number + end);
  for (let code = 0x20; code < 0x7f; code++)
    for (let length = 1; length <= maxRepeats; length++) yield String.fromCharCode(code).repeat(length);
  for (let pair = 0; pair < 100; pair++)
    for (let repeats = 1; repeats <= 6; repeats++) yield String(pair).padStart(2, "0").repeat(repeats);
  for (const row of keyboardRows)
    for (const direction of [row, [...row].reverse().join("")])
      for (let start = 0; start + minRunLength <= direction.length; start++)
        for (let end = start + minRunLength; end <= direction.length; end++)
          yield* repeatRun(direction.slice(start, end));
}

/** Common passwords derived from the owner's name and phone number. */
export function* ownerPasswords({ names, phoneNumber }: PasswordOwner): Generator<string> {
  const reversed = [...phoneNumber].reverse().join("");
  const numbers = [
    phoneNumber,
    phoneNumber.slice(-4),
    phoneNumber.slice(-6),
    phoneNumber.slice(-8),
    reversed,
  ];
  for (const number of numbers)
    for (const prefix of ["", "a", "A", "aa", "Aa"])
      for (const suffix of ["", "a", "@"]) yield prefix + number + suffix;
  for (const name of names.filter((candidate) => candidate !== "")) {
    yield name.repeat(2);
    yield* withSuffixes(name);
    for (const number of numbers)
      for (const separator of separators) yield* caseVariants(name + separator + number);
  }
}

/** Whether the server will refuse this new password; the server additionally checks the name's pinyin. */
export function isWeakPassword(password: string, owner: PasswordOwner): boolean {
  if (password === demoPassword) return true;
  for (const guess of ownerPasswords(owner)) if (guess === password) return true;
  for (const guess of commonPasswords()) if (guess === password) return true;
  return false;
}

const caseVariants = (text: string) => new Set([text, text.toUpperCase(), capitalize(text)]);
const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function* withSuffixes(word: string): Generator<string> {
  for (const separator of separators)
    for (const suffix of suffixes) yield* caseVariants(word + separator + suffix);
}

/** All strings of up to two characters, and of three lower-case letters or digits: trivial to find, also from an MD5. */
function* shortPasswords(): Generator<string> {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
  yield "";
  yield* printable;
  for (const one of printable) for (const two of printable) yield one + two;
  const small = [...letters, ...digits];
  for (const one of small) for (const two of small) for (const three of small) yield one + two + three;
}

/** A sequence, and repetitions of a short one. */
function* repeatRun(run: string): Generator<string> {
  yield* caseVariants(run);
  if (run.length > 4) return;
  for (let times = 2; run.length * times <= 12; times++) yield* caseVariants(run.repeat(times));
}
