import { describe, expect, test } from "vitest";
import {
  advanceGrid,
  createGridTour,
  type GridTour,
  ranks,
  rankTask,
  type VideoCandidate,
} from "../../src/wall/video/gridTour.ts";

/** Tasks as `a` or, with a rank, `b:p1`. */
const parse = (text: string): VideoCandidate[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map((word) => {
      const [id = "", rank = "calm"] = word.split(":");
      return { id, rank: ranks[rank as keyof typeof ranks] };
    });
const change = (grid: GridTour, text: string) =>
  advanceGrid(grid, { type: "candidates.change", candidates: parse(text) });
const turn = (grid: GridTour) => advanceGrid(grid, { type: "tour.turn" });
const show = ({ cells }: GridTour) => cells.map((cell) => cell?.id ?? "-").join(" ");
const start = (text: string) => change(createGridTour(4), text);

describe("Tasks that all have a cell", () => {
  test("stay where they are, whatever their order, and at every turn", () => {
    const grid = start("a b c d");
    expect(show(grid)).toBe("a b c d");
    expect(show(change(grid, "d c b a"))).toBe("a b c d");
    expect(show(turn(turn(grid)))).toBe("a b c d");
    expect(show(change(grid, "a b c d:p1"))).toBe("a b c d");
  });

  test("leave their cell when they are over; a new one takes it", () => {
    const grid = change(start("a b c"), "a c");
    expect(show(grid)).toBe("a - c -");
    expect(show(change(grid, "d a c"))).toBe("a d c -");
    expect(show(start(""))).toBe("- - - -");
  });
});

describe("More tasks than cells", () => {
  test("take turns: one cell at a time, the one that was shown longest, until each has been seen", () => {
    let grid = start("a b c d e f");
    const seen = [show(grid)];
    for (let count = 0; count < 6; count++) {
      grid = turn(grid);
      seen.push(show(grid));
    }
    expect(seen).toEqual(["a b c d", "e b c d", "e f c d", "e f a d", "e f a b", "c f a b", "c d a b"]);
  });

  test("do not move while nothing turns", () => {
    const grid = start("a b c d e f");
    expect(show(change(grid, "g f e d c b a"))).toBe("a b c d");
  });

  test("fill the cell of one that is over with the one that has not been seen", () => {
    const grid = turn(start("a b c d e f"));
    expect(show(change(grid, "a b d e f"))).toBe("e b f d");
  });
});

describe("Tasks with an open alarm", () => {
  test("take a cell at once, from the calm task that was shown longest, and keep it", () => {
    let grid = change(start("a b c d e f"), "a b c d e f:p2");
    expect(show(grid)).toBe("f b c d");
    for (let count = 0; count < 8; count++) {
      grid = turn(grid);
      expect(show(grid)).toMatch(/^f /);
    }
  });

  test("come before alarms of lower priority", () => {
    expect(show(start("a b:p3 c:p1 d e:p2 f:p3 g"))).toBe("c e b f");
    expect(show(change(start("a:p3 b:p3 c:p3 d:p2"), "a:p3 b:p3 c:p3 d:p2 e:p1 f:p2 g:p2"))).toBe("d e f g");
  });

  test("of one priority take turns where they are more than the cells left", () => {
    const grid = start("a:p1 b:p1 c:p1 d:p1 e:p1 f");
    expect(show(grid)).toBe("a b c d");
    expect(show(turn(grid))).toBe("e b c d");
    // The calm one has never been seen, and does not take part.
    expect(show(turn(turn(grid)))).toBe("e a c d");
    const mixed = start("a:p1 b:p2 c:p2 d:p2 e:p2");
    expect(show(turn(mixed))).toBe("a e c d");
    expect(show(turn(turn(mixed)))).toBe("a e b d");
  });

  test("stay until their turn once the alarm is over", () => {
    const grid = change(start("a b c d e"), "a b c d e:p1");
    expect(show(grid)).toBe("e b c d");
    expect(show(change(grid, "a b c d e"))).toBe("e b c d");
  });
});

describe("Tasks without a picture", () => {
  test("come after all others, and leave at once for one that has a picture", () => {
    expect(show(start("a:withoutPicture b c:withoutPicture"))).toBe("b a c -");
    expect(show(change(start("a b c d e"), "a:withoutPicture b c d e"))).toBe("e b c d");
  });
});

test("Nine cells follow the same rules", () => {
  const grid = change(createGridTour(9), "a b c d e f g h i j");
  expect(show(grid)).toBe("a b c d e f g h i");
  expect(show(turn(grid))).toBe("j b c d e f g h i");
});

describe("A task whose picture stands still for long", () => {
  test.each([
    ["p1", "dead", "p1"],
    ["p2", "dead", "p2"],
    ["p3", "dead", "withoutPicture"],
    [undefined, "dead", "withoutPicture"],
    ["p1", "refused", "withoutPicture"],
    [undefined, null, "calm"],
  ] as const)("with an open %s and its picture %s counts as %s", (priority, givenUp, rank) => {
    expect(rankTask(priority && { priority }, givenUp)).toBe(ranks[rank]);
  });
});
