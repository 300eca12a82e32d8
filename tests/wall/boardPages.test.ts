import { expect, test } from "vitest";
import { getTurn, pickPage } from "../../src/wall/boardPages.ts";

/** Rows by a letter each; capitals are urgent. */
const parse = (text: string) => [...text].map((key) => ({ key, isUrgent: key === key.toUpperCase() }));
const show = (text: string, room: number, seconds: number) => {
  const { rows, number, count } = pickPage(parse(text), room, getTurn(seconds * 1_000));
  return `${rows.map(({ key }) => key).join("")} ${number}/${count}`;
};

test("rows that fit are one page, in their order", () => {
  expect(show("aBc", 3, 40)).toBe("aBc 1/1");
  expect(show("", 3, 0)).toBe(" 1/1");
});

test("rows that do not fit take turns, 15 seconds each, from the first again after the last", () => {
  expect(show("abcdefg", 3, 0)).toBe("abc 1/3");
  expect(show("abcdefg", 3, 14.9)).toBe("abc 1/3");
  expect(show("abcdefg", 3, 15)).toBe("def 2/3");
  expect(show("abcdefg", 3, 30)).toBe("efg 3/3");
  expect(show("abcdefg", 3, 45)).toBe("abc 1/3");
});

test("urgent ones are first, on each page", () => {
  expect(show("abCdefG", 4, 0)).toBe("CGab 1/3");
  expect(show("abCdefG", 4, 15)).toBe("CGde 2/3");
  expect(show("abCdefG", 4, 30)).toBe("CGef 3/3");
});

test("more urgent ones than there is room for hide nothing", () => {
  const seen = [0, 15, 30, 45, 60].map((seconds) => show("ABCDEFGHij", 6, seconds));
  expect(seen).toEqual(["ABCDEF 1/3", "ABCDGH 2/3", "ABCDij 3/3", "ABCDEF 1/3", "ABCDGH 2/3"]);
});

test("a page stays until the next turn where rows come or go meanwhile", () => {
  const showTurn = (text: string, pages: number) => {
    const { rows, number, count } = pickPage(parse(text), 3, 7, pages);
    return `${rows.map(({ key }) => key).join("")} ${number}/${count}`;
  };
  expect(showTurn("abcdefg", 3)).toBe("def 2/3");
  expect(showTurn("abcdefghij", 3)).toBe("def 2/4");
  expect(showTurn("abcd", 3)).toBe("bcd 2/2");
});

test("a single line shows one after another", () => {
  expect(show("Abc", 1, 15)).toBe("b 2/3");
});

test("many urgent ones make no more than eight pages where there is room", () => {
  const many = "A".repeat(41);
  expect([3, 9, 20].map((room) => show(many, room, 0).split(" ")[1])).toEqual(["1/14", "1/7", "1/5"]);
});
