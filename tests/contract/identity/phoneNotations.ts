/** A mobile number as people paste or type it. */
export const phoneNotations = (digits: string): readonly string[] => {
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)];
  return [
    digits,
    `\u202d${digits}\u202c`,
    `\u2068${digits}\u2069`,
    `${digits}\u200b`,
    `\ufeff${a}\ufe0e${b}${c}`,
    `${a} ${b} ${c}`,
    `${a}\u00a0${b}\u00a0${c}`,
    `${a}\u3000${b}\u3000${c}`,
    `${a}-${b}-${c}`,
    `${a}\u2011${b}\u2011${c}`,
    `${a}\u2013${b}\uff0d${c}`,
    `+86${digits}`,
    `+86 ${a}-${b}-${c}`,
    `\uff0b\uff18\uff16 ${digits}`,
    `(+86) ${a} ${b} ${c}`,
    `0086${digits}`,
    [...digits].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(""),
  ];
};
