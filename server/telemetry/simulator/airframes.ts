/** What an aircraft can do, as its maker states it, rounded; SI units. */
export interface Airframe {
  readonly model: string;
  readonly uavClass: "light" | "small" | "medium";
  /** Speed on a route. */
  readonly cruise: number;
  readonly climb: number;
  readonly sink: number;
  /** Seconds of hovering on a full battery. */
  readonly endurance: number;
  /** Percent a minute: what lives in a hangar charges there, the others get another battery. */
  readonly charge: number;
}

/** The aircraft of the hangars. */
const hangarAirframe: Airframe = {
  model: "DJI Matrice 3TD",
  uavClass: "light",
  cruise: 12,
  climb: 4,
  sink: 3,
  endurance: 2_400,
  charge: 2.6,
};

const fieldAirframes: readonly Airframe[] = [
  {
    model: "DJI Matrice 30T",
    uavClass: "light",
    cruise: 13,
    climb: 5,
    sink: 4,
    endurance: 2_100,
    charge: 25,
  },
  { model: "DJI Mavic 3E", uavClass: "light", cruise: 11, climb: 4, sink: 3, endurance: 2_280, charge: 30 },
  {
    model: "DJI Matrice 350 RTK",
    uavClass: "small",
    cruise: 14,
    climb: 5,
    sink: 4,
    endurance: 2_900,
    charge: 20,
  },
  {
    model: "DJI FlyCart 30",
    uavClass: "medium",
    cruise: 15,
    climb: 4,
    sink: 3,
    endurance: 1_500,
    charge: 15,
  },
];

/** The aircraft of the n-th drone. */
export const pickAirframe = (n: number, inHangar: boolean): Airframe =>
  inHangar ? hangarAirframe : (fieldAirframes[n % fieldAirframes.length] ?? hangarAirframe);

/** What is known of a model; an unknown one flies like the hangars'. */
export const findAirframe = (model: string): Airframe =>
  fieldAirframes.find((airframe) => airframe.model === model) ?? hangarAirframe;
