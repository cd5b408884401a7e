import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address, ApiError, send } from '../../api/client';
import { keys } from '../../api/queries';
import type { ProfileVersion } from '../../api/types';
import type { Stale } from './StaleDialog';
import { texts } from '../../texts/profiles';

export interface Saving {
  busy: boolean;
  error: unknown;
  /** Somebody saved first; undecided. */
  stale: Stale | null;
  save: (text: string, etag: string | null) => void;
  settle: () => void;
}

export const tagOf = (version: number): string => `"${version}"`;

/** Saves a text as the newest version of a profile, if the version that it was made from still is the newest. */
export function useSave(id: string, onSaved: (id: string, text: string, etag: string) => void): Saving {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Stale | null>(null);

  const save = (text: string, etag: string | null) => {
    setBusy(true);
    setError(null);
    setStale(null);
    send<ProfileVersion>('PUT', address(['run-profiles', id]), {
      yaml: text,
      headers: etag === null ? {} : { 'If-Match': etag },
    })
      .then(saved => {
        notifications.show({ message: texts.savedAsVersion(id, saved.version), color: 'green' });
        void client.invalidateQueries({ queryKey: keys.profiles });
        onSaved(id, text, tagOf(saved.version));
      })
      .catch((e: unknown) => {
        if (e instanceof ApiError && (e.status === 412 || e.status === 428)) {
          setStale({ version: e.problem.newestVersion ?? 0, yaml: e.problem.newestYaml ?? '' });
        } else {
          setError(e);
        }
      })
      .finally(() => setBusy(false));
  };
  return { busy, error, stale, save, settle: () => setStale(null) };
}
