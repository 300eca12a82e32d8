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
  /** Percent a minute in the hangar or on a charger. */
  readonly charge: number;
  /** The most wind that it may fly in, m/s. */
  readonly windLimit: number;
}

export const airframes: readonly Airframe[] = [
  {
    model: "DJI Matrice 3TD",
    uavClass: "light",
    cruise: 12,
    climb: 4,
    sink: 3,
    endurance: 2_400,
    charge: 2.6,
    windLimit: 12,
  },
  {
    model: "DJI Matrice 30T",
    uavClass: "light",
    cruise: 13,
    climb: 5,
    sink: 4,
    endurance: 2_100,
    charge: 2.4,
    windLimit: 12,
  },
  {
    model: "DJI Mavic 3E",
    uavClass: "light",
    cruise: 11,
    climb: 4,
    sink: 3,
    endurance: 2_280,
    charge: 1.6,
    windLimit: 12,
  },
  {
    model: "DJI Matrice 350 RTK",
    uavClass: "small",
    cruise: 14,
    climb: 5,
    sink: 4,
    endurance: 2_900,
    charge: 1.8,
    windLimit: 12,
  },
  {
    model: "DJI FlyCart 30",
    uavClass: "medium",
    cruise: 15,
    climb: 4,
    sink: 3,
    endurance: 1_500,
    charge: 2.2,
    windLimit: 12,
  },
];
