import { createColumns } from "../../../adapters/contract/columns.ts";
import { type TrackColumns, trackChunkSamples, trackColumns } from "../../../adapters/contract/track.ts";
import { createSlotColumns, type SlotColumns } from "./slotColumns.ts";

/** Samples of one block. */
const blockSamples = 24;
const blocksPerChunk = trackChunkSamples / blockSamples;
/** Blocks of the whole fleet: 2,400,000 samples, 72 MB. */
const usualBlocks = 100_000;

/** The samples of unfinished chunks, in blocks that flights take as they need them. */
export interface TrackBlocks {
  readonly columns: TrackColumns;
  /** So many samples the slot's blocks hold. */
  readonly room: (slot: number) => number;
  /**
   * Gives a slot another block. Where all are taken, a flight below its share gets one of a flight above it; a flight
   * that has its share ends its chunk and begins the next one in the blocks it has.
   * @param end ends the unfinished chunk of a slot
   */
  readonly extend: (slot: number, end: (slot: number) => void) => void;
  /** Takes all blocks of a slot back. */
  readonly release: (slot: number) => void;
  /** Row of the columns that has a sample of a slot. */
  readonly toRow: (slot: number, sample: number) => number;
  /** The first samples of a slot in one piece; the next call overwrites it. */
  readonly read: (slot: number, count: number) => TrackColumns;
}

/**
 * @param slotColumns those of the fleet
 * @param maxBlocks how many there may be; each slot has one in any case
 */
export function createTrackBlocks(slotColumns: SlotColumns, maxBlocks = usualBlocks): TrackBlocks {
  const limit = Math.min(slotColumns.limit * blocksPerChunk, Math.max(maxBlocks, slotColumns.limit));
  const pool = createSlotColumns(limit);
  const columns = pool.createTable(trackColumns, blockSamples);
  const blocks = slotColumns.create("u32", 0, blocksPerChunk);
  const held = slotColumns.create("u8");
  const freeBlocks: number[] = [];
  const piece = createColumns(trackColumns, trackChunkSamples);
  let used = 0;
  /** Slots that hold a block. */
  let holders = 0;
  /** Where the search for a slot above its share goes on. */
  let cursor = 0;

  const take = (slot: number): boolean => {
    if (freeBlocks.length === 0 && used === limit) return false;
    const block = freeBlocks.pop() ?? used++;
    pool.reach(block);
    const count = held[slot] ?? 0;
    blocks[slot * blocksPerChunk + count] = block;
    held[slot] = count + 1;
    if (count === 0) holders += 1;
    return true;
  };

  const keep = (slot: number, kept: number) => {
    const count = held[slot] ?? 0;
    for (let i = kept; i < count; i++) freeBlocks.push(blocks[slot * blocksPerChunk + i] ?? 0);
    held[slot] = Math.min(count, kept);
    if (count > 0 && kept === 0) holders -= 1;
  };

  /** There is one: all blocks are taken, and a slot below its share asks. */
  const findAbove = (share: number): number => {
    while ((held[cursor] ?? 0) <= share) cursor = (cursor + 1) % slotColumns.size();
    return cursor;
  };

  const toRow = (slot: number, sample: number) =>
    (blocks[slot * blocksPerChunk + Math.floor(sample / blockSamples)] ?? 0) * blockSamples +
    (sample % blockSamples);

  return {
    columns,
    room: (slot) => (held[slot] ?? 0) * blockSamples,
    extend: (slot, end) => {
      if (take(slot)) return;
      const count = held[slot] ?? 0;
      const share = Math.floor(limit / (count === 0 ? holders + 1 : holders));
      if (count >= share) return end(slot);
      const other = findAbove(share);
      end(other);
      keep(other, share);
      take(slot);
    },
    release: (slot) => keep(slot, 0),
    toRow,
    read: (slot, count) => {
      for (let from = 0; from < count; from += blockSamples) {
        const row = toRow(slot, from);
        const end = row + Math.min(blockSamples, count - from);
        for (const name of columnNames) piece[name].set(columns[name].subarray(row, end), from);
      }
      return piece;
    },
  };
}

const columnNames = Object.keys(trackColumns) as (keyof TrackColumns)[];
