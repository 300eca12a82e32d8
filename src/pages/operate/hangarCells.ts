import type { HangarRow } from "../../../adapters/contract/hangar.ts";

/** `96%`; null while no drone is in it. */
export const formatBattery = ({ droneBattery }: HangarRow) =>
  droneBattery === null ? null : `${Math.round(droneBattery)}%`;

/** Wind, rain and temperature; null before the hangar was heard of. */
export const formatWeather = ({ windSpeed, rainfall, temperature }: HangarRow) =>
  windSpeed === null || rainfall === null || temperature === null
    ? null
    : `风 ${windSpeed} m/s，雨 ${rainfall} mm/h，${temperature} °C`;
