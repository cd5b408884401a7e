import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { address, getYaml } from '../../api/client';
import { useProfiles } from '../../api/queries';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { edit, read, valueAt } from './document';
import { ProfileEditor } from './ProfileEditor';
import { freeId, templateOf } from './templates';

/** What a file brought, handed over by the list of profiles. */
export interface Imported {
  yaml: string;
  file: string;
}

export default function ProfilePage() {
  const { id = 'new' } = useParams();
  const { search, key } = useLocation();
  return id === 'new' ? <NewProfile key={search + key} search={search} /> : <SavedProfile key={id} id={id} />;
}

function SavedProfile({ id }: { id: string }) {
  // Read once: what somebody else saves meanwhile is told when one saves, and does not replace what is being typed.
  const profile = useQuery({
    queryKey: ['run-profile', id],
    queryFn: ({ signal }) => getYaml(address(['run-profiles', id]), signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (profile.isPending) return <Loading />;
  if (profile.isError) {
    return (
      <Page title={id}>
        <Failure title="The profile cannot be read" error={profile.error} again={() => void profile.refetch()} />
      </Page>
    );
  }
  const { yaml, etag } = profile.data;
  const shipped = (etag ?? '').includes('shipped');
  return <ProfileEditor id={id} draftKey={id} stored={{ text: yaml, etag }} shipped={shipped} />;
}

function NewProfile({ search }: { search: string }) {
  const [query] = useSearchParams();
  const state: unknown = useLocation().state;
  const from = query.get('from');
  const profiles = useProfiles();
  const source = useQuery({
    queryKey: ['run-profile', from, 'to-copy'],
    queryFn: ({ signal }) => getYaml(address(['run-profiles', from ?? '']), signal),
    enabled: from !== null,
    staleTime: Infinity,
    gcTime: 0,
  });
  const taken = profiles.data?.map(p => p.id);
  if (profiles.isPending || (from !== null && source.isPending)) return <Loading />;
  if (source.isError) {
    return (
      <Page title="New profile">
        <Failure title={`${from} cannot be read`} error={source.error} again={() => void source.refetch()} />
      </Page>
    );
  }
  const imported = importedOf(state);
  const text = imported
    ? withId(imported.yaml, imported.file.replace(/\.[^.]*$/, ''), taken ?? [], false)
    : from !== null && source.data
      ? withId(source.data.yaml, `${from}-copy`, taken ?? [], true)
      : withId(templateOf(query.get('template')), '', taken ?? [], true);
  return <Begun search={search} text={text} />;
}

/** Holds the text that one began with, whatever else is saved meanwhile. */
function Begun({ search, text }: { search: string; text: string }) {
  const [begun] = useState(text);
  return <ProfileEditor id={null} draftKey={`new${search}`} stored={{ text: begun, etag: null }} shipped={false} />;
}

function importedOf(state: unknown): Imported | null {
  if (state === null || typeof state !== 'object' || !('yaml' in state) || !('file' in state)) return null;
  return typeof state.yaml === 'string' && typeof state.file === 'string'
    ? { yaml: state.yaml, file: state.file }
    : null;
}

/** With an id that nobody has: the wished one or the document's own; an imported one keeps its id, so that it may become the next version. */
export function withId(text: string, wished: string, taken: readonly string[], anew: boolean): string {
  const reading = read(text);
  if (text.trim() === '' || reading.problems.length > 0) return text;
  const own = valueAt(reading.values, ['id']);
  if (!anew && typeof own === 'string') return text;
  const id = freeId(wished || (typeof own === 'string' ? own : 'profile'), taken);
  return id === own ? text : edit(text, [{ path: ['id'], value: id }]);
}
