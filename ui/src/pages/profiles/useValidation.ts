import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { address, send } from '../../api/client';
import type { Problem, Validation } from '../../api/types';
import { texts } from '../../texts/profiles';

const PAUSE_MS = 350;

/** What is wrong with a text, by the controller's own reader; asked when the typing pauses. What is no YAML at all is told without asking. */
export function useValidation(text: string, name: string, own: Problem[]): Problem[] {
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const validation = useQuery({
    queryKey: ['validation', name, asked],
    queryFn: () =>
      send<Validation>('POST', address(['validations'], { name: `${name || 'profile'}.yaml` }), {
        yaml: asked,
      }),
    enabled: own.length === 0 && asked.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    staleTime: Infinity,
  });
  const found = validation.data?.problems;
  return useMemo(() => {
    if (own.length > 0) return own;
    if (text.trim() === '') return [{ path: '', line: 1, column: 1, message: texts.documentIsEmpty }];
    return found ?? [];
  }, [own, found, text]);
}
