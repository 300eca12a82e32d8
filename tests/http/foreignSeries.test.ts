import { expect, test } from "vitest";
import { statisticsCalls } from "../../adapters/contract/statistics.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";

const body = { from: "2026-11-01", to: "2026-11-02", granularity: "day" };
const read = (data: string, args: object = body, call: keyof typeof statisticsCalls = "statisticsCompany") =>
  readLeniently(statisticsCalls[call].data, `{"state":0,"data":${data}}`, true, { body: args }) as {
    granularity: string;
    buckets: { at: string; to: string; added: number }[];
    sums: { added: number };
  };
const toDays = ({ buckets }: ReturnType<typeof read>) => buckets.map(({ at, added }) => [at, added]);

test.each([
  '[{"date":"2026-11-02","count":4},{"date":"2026-11-01","count":3}]',
  '{"list":[{"day":"2026/11/1","num":"3"},{"day":"2026/11/2","num":"4"}],"increase":7}',
  '{"2026-11-01":"3","2026-11-02":4}',
  '{"20261101":{"count":3},"20261102":{"count":4}}',
  '[["11-01",3],["11-02",4]]',
  '{"xAxis":["11月1日","11月2日"],"series":[{"name":"新增","data":[3,4]}],"legend":["新增"]}',
  '{"xAxis":{"type":"category","data":["2026-11-01","2026-11-02"]},"series":[{"data":["3","4"]}]}',
  '{"dates":["2026-11-01","2026-11-02"],"counts":[3,4],"totals":[103,107]}',
  '[{"time":1793462400,"value":3},{"time":1793548800000,"value":4}]',
])("the series %s", (data) => {
  const statistics = read(data);
  expect(toDays(statistics)).toEqual([
    ["2026-11-01", 3],
    ["2026-11-02", 4],
  ]);
  expect(statistics.sums.added).toBe(7);
});

test("buckets alone are summed, and what there was before them follows from their totals", () => {
  const answer = (totals: readonly [number, number]) =>
    read(
      `{"buckets":[{"at":"2026-11-01T00:00:00+08:00","added":3,"total":${totals[0]}},{"at":"2026-11-02","added":4,"total":${totals[1]}}],"previous":{"added":6}}`,
    );
  expect(toDays(answer([103, 107]))).toEqual([
    ["2026-11-01", 3],
    ["2026-11-02", 4],
  ]);
  expect(answer([103, 107])).toMatchObject({
    sums: { added: 7 },
    before: { added: 100 },
    previous: { added: 6 },
  });
  // Totals that do not add up are something else.
  expect(answer([3, 4])).toMatchObject({ sums: { added: 7 }, before: { added: Number.NaN } });
});

test("what is not asked for is not counted; of a part of the range no sum is told", () => {
  expect(read('[["2026-10-31",9],["2026-11-01",3],["2026-11-02",4]]').sums.added).toBe(7);
  const part = read('[["2026-11-01",3]]');
  expect([toDays(part), part.sums.added]).toEqual([[["2026-11-01", 3]], Number.NaN]);
});

test("months are months, whatever was asked for", () => {
  const asked = { from: "2026-10-15", to: "2026-11-20", granularity: "day" };
  const { granularity, buckets, sums } = read('{"2026-10":5,"2026-11":6}', asked);
  expect([granularity, sums.added]).toEqual(["month", 11]);
  expect(buckets).toMatchObject([
    { at: "2026-10-01", from: "2026-10-15", to: "2026-10-31" },
    { at: "2026-11-01", from: "2026-11-01", to: "2026-11-20" },
  ]);
});

test("money and totals are not taken for a number of things", () => {
  const order = (data: string) => read(data, body, "statisticsOrder").buckets[0]?.added;
  expect(order('[{"date":"2026-11-01","amount":12.5}]')).toBeNaN();
  expect(order('[{"date":"2026-11-01","value":1250}]')).toBeNaN();
  expect(order('[{"date":"2026-11-01","total":9}]')).toBeNaN();
  expect(order('[["2026-11-01",12.5]]')).toBeNaN();
  expect(order('[{"date":"2026-11-01","orderCount":2,"amount":12.5}]')).toBe(2);
  const chart =
    '{"x":["2026-11-01"],"series":[{"name":"订单金额","data":[1250]},{"name":"订单数","data":[2]}]}';
  expect(order(chart)).toBe(2);
});

test("series of several things are told apart by their names", () => {
  const chart =
    '{"x":["2026-11-01"],"series":[{"name":"新增企业","data":[1]},{"name":"新增用户","data":[5]}]}';
  expect(read(chart).buckets).toMatchObject([{ added: 1, users: 5 }]);
});

test("without days nothing is made up", () => {
  expect(read('[{"name":"甲","count":3}]').sums?.added ?? Number.NaN).toBeNaN();
  expect(read("{}").buckets).toEqual([]);
});

test("channels and places with a number", () => {
  const channels = (data: string) =>
    readLeniently(statisticsCalls.statisticsChannel.data, `{"state":0,"data":${data}}`, true)?.map(
      ({ name, orders }) => [name, orders],
    );
  const unknown = Number.NaN;
  expect(channels('{"甲":3,"乙":5}')).toEqual([
    ["甲", unknown],
    ["乙", unknown],
  ]);
  expect(channels('[["甲",3]]')).toEqual([["甲", unknown]]);
  expect(channels('[{"channelName":"甲","orders":3}]')).toEqual([["甲", 3]]);
  const places = readLeniently(
    statisticsCalls.statisticsHeat.data,
    '{"state":0,"data":[[116.4,"39.9",3],{"lng":1,"lat":2,"value":4}]}',
    true,
  );
  expect(places).toMatchObject([{ lng: 116.4, lat: 39.9, count: 3 }, { count: 4 }]);
});
