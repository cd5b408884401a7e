import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client';
import { texts } from '../../texts/runs';

export const STORAGE = ['storage'] as const;

/** What runs take of the disk. */
export const useStorage = () =>
  useQuery({ queryKey: STORAGE, queryFn: ({ signal }) => read('/storage', {}, {}, signal) });

/** 1.2 GB: decimal units, as disks are sold and `./deskmeter runs` says. */
export function bytes(count: number): string {
  if (count < 1e6) return texts.kilobytes(Math.ceil(count / 1e3));
  return count < 1e9 ? texts.megabytes((count / 1e6).toFixed(1)) : texts.gigabytes((count / 1e9).toFixed(1));
}
