import { reasonSeparator } from "./causes.ts";

/**
 * Health codes of DJI's devices by their number, in a few words; after `hms.json`, which DJI publishes with its Cloud
 * API. What is not in it is shown as its code.
 */
const words: ReadonlyMap<number, string> = new Map([
  [0x11000038, "左电池接头过热"],
  [0x11000039, "右电池接头过热"],
  [0x1100003a, "左电池未装到位"],
  [0x1100003b, "右电池未装到位"],
  [0x11000042, "两块电池电流相差大"],
  [0x11020033, "单电池飞行"],
  [0x110b0001, "电池放电电流过大"],
  [0x110b0002, "电池过热"],
  [0x110b0003, "电池过冷"],
  [0x110b0004, "电池放电短路"],
  [0x110b0005, "电芯欠压"],
  [0x110b0006, "电芯损坏"],
  [0x110b000b, "电池损坏"],
  [0x110b000d, "电池损坏"],
  [0x110b000f, "电池性能严重下降"],
  [0x110b0011, "电池通信异常"],
  [0x110b0013, "缺少电池"],
  [0x110b001d, "电池放电异常"],
  [0x110b001e, "电池接触不良"],
  [0x12040000, "机场 RTK 断开"],
  [0x12040001, "机场被移动"],
  [0x16020622, "返航中断，风大或有限飞区"],
  [0x16020623, "返航中断，GPS 异常"],
  [0x16050001, "GPS 异常"],
  [0x1605001f, "GPS 受干扰"],
  [0x16050020, "GPS 强干扰，自动返航"],
  [0x16060001, "指南针异常"],
  [0x1606000d, "指南针受干扰"],
  [0x16060010, "指南针受干扰"],
  [0x16070020, "没有 RTK 数据"],
  [0x16070025, "RTK 定位停止更新"],
  [0x16070026, "RTK 定位跳变"],
  [0x16080020, "电机堵转"],
  [0x16080022, "电机过载"],
  [0x16080023, "电机通信异常"],
  [0x16080029, "射桨或电机空载"],
  [0x16080044, "电调电压过低"],
  [0x16080045, "电调电压过高"],
  [0x1608004a, "电调过热"],
  [0x16080050, "电调异常"],
  [0x16080052, "桨叶未展开"],
  [0x16080055, "电机温度高"],
  [0x16080056, "电机过热，可能降落"],
  [0x1608005f, "电机过热，强制降落"],
  [0x16090050, "电池供电异常"],
  [0x16090061, "电池过热"],
  [0x16090064, "电池总电压过低"],
  [0x16090066, "单电芯电压过低"],
  [0x16090069, "电芯压差过大"],
  [0x16090070, "电池电压过低"],
  [0x16090093, "电池电压不稳"],
  [0x160900b0, "电池电量不准"],
  [0x16100083, "电池未装到位"],
  [0x16100087, "已紧急停桨"],
  [0x16100096, "电池供电异常，强制降落"],
  [0x19110014, "舱盖打开超时"],
  [0x19110015, "舱盖关闭超时"],
  [0x19110801, "机场蓄电池电量低"],
  [0x19111800, "机场急停按下"],
  [0x19113803, "机场外部供电断开"],
  [0x19114000, "机场风速过大"],
  [0x19114800, "机场雨量过大"],
  [0x19114c00, "机场浸水"],
]);

/** More do not fit in a line. */
const maxNamed = 3;

/** A code may come with the prefix of its text: `fpv_tip_0x16080044`. */
function describeCode(code: string): string {
  const [number] = /0x[0-9a-f]+$/i.exec(code) ?? [];
  return words.get(Number(number)) ?? code;
}

/** What a device finds wrong with itself in words, where the table has them. @param codes divided by blanks */
export function describeHealth(codes: string): string {
  const named = [
    ...new Set(
      codes
        .split(" ")
        .filter((code) => code !== "")
        .map(describeCode),
    ),
  ];
  const rest = named.length > maxNamed ? ` 等 ${named.length} 项` : "";
  return `${named.slice(0, maxNamed).join(reasonSeparator)}${rest}`;
}
