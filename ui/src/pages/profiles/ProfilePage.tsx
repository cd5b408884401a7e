import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { address, getYaml } from '../../api/client';
import { useProfiles } from '../../api/queries';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { edit, read, valueAt } from './document';
import { ProfileEditor } from './ProfileEditor';
import { freeId, templateOf } from './templates';
import { texts } from '../../texts/profiles';

/** What a file brought, handed over by the list of profiles. */
export interface Imported {
  yaml: string;
  file: string;
}

/** The address at which one began to edit. */
interface Opened {
  id: string;
  place: string;
  search: string;
}

interface SittingProps {
  /** The profile's id now; null while it is not saved. */
  id: string | null;
  onSavedAs: (id: string) => void;
}

/** The editor stays the same one, with its check and what is being typed, when its profile is saved under another id. */
export default function ProfilePage() {
  const { id = 'new' } = useParams();
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const place = id === 'new' ? search + key : id;
  const opened = useRef<Opened>({ id, place, search });
  const savedAs = useRef<string | null>(null);
  if (opened.current.place !== place && savedAs.current !== id) {
    opened.current = { id, place, search };
    savedAs.current = null;
  }
  const sitting: SittingProps = {
    id: id === 'new' ? null : id,
    onSavedAs: saved => {
      savedAs.current = saved;
      void navigate(`/profiles/${encodeURIComponent(saved)}`, { replace: true });
    },
  };
  const from = opened.current;
  return from.id === 'new' ? (
    <NewProfile key={from.place} search={from.search} {...sitting} />
  ) : (
    <SavedProfile key={from.place} from={from.id} {...sitting} />
  );
}

function SavedProfile({ from, id, onSavedAs }: SittingProps & { from: string }) {
  // Read once: what somebody else saves meanwhile is told when one saves, and does not replace what is being typed.
  const profile = useQuery({
    queryKey: ['run-profile', from],
    queryFn: ({ signal }) => getYaml(address(['run-profiles', from]), signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (profile.isPending) return <Loading />;
  if (profile.isError) {
    return (
      <Page title={from} explained="profiles">
        <Failure title={texts.couldNotLoadTheProfile} error={profile.error} again={() => void profile.refetch()} />
      </Page>
    );
  }
  const { yaml, etag } = profile.data;
  const shipped = (etag ?? '').includes('shipped');
  return (
    <ProfileEditor
      id={id}
      draftKey={id ?? from}
      stored={{ text: yaml, etag }}
      shipped={shipped}
      onSavedAs={onSavedAs}
    />
  );
}

function NewProfile({ search, ...sitting }: SittingProps & { search: string }) {
  const [query] = useState(() => new URLSearchParams(search));
  const [state] = useState<unknown>(useLocation().state);
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
      <Page title={texts.newProfile} explained="profiles">
        <Failure title={texts.couldNotLoad(from)} error={source.error} again={() => void source.refetch()} />
      </Page>
    );
  }
  const imported = importedOf(state);
  const text = imported
    ? withId(imported.yaml, imported.file.replace(/\.[^.]*$/, ''), taken ?? [], false)
    : from !== null && source.data
      ? withId(source.data.yaml, `${from}-copy`, taken ?? [], true)
      : withId(templateOf(query.get('template')), '', taken ?? [], true);
  return <Begun search={search} text={text} {...sitting} />;
}

/** Holds the text that one began with, whatever else is saved meanwhile. */
function Begun({ search, text, id, onSavedAs }: SittingProps & { search: string; text: string }) {
  const [begun] = useState(text);
  return (
    <ProfileEditor
      id={id}
      draftKey={id ?? `new${search}`}
      stored={{ text: begun, etag: null }}
      shipped={false}
      onSavedAs={onSavedAs}
    />
  );
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
