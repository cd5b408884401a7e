import { Button, FileButton, Group, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useProfiles } from '../../api/queries';
import type { ProfileSummary } from '../../api/types';
import { counted } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { DeleteDialog } from './DeleteDialog';
import { listed, type Origin, type Sorting } from './list';
import type { Imported } from './ProfilePage';
import './profiles.css';
import { ProfileTable } from './ProfileTable';
import { TEMPLATES } from './templates';
import { texts } from '../../texts/profiles';

const CheckDialog = lazy(() => import('./CheckDialog'));

/** The controller reads no more of a document. */
const MOST_BYTES = 256 * 1024;

/** All run profiles, and where new ones come from. */
export default function ProfilesPage() {
  const profiles = useProfiles();
  const navigate = useNavigate();
  const [filter, setFilter] = useState('');
  const [origin, setOrigin] = useState<Origin>('all');
  const [sorting, setSorting] = useState<Sorting>({ by: 'title', down: false });
  const [checked, check] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<ProfileSummary | null>(null);
  const [over, setOver] = useState(false);
  const [refused, refuse] = useState<string | null>(null);

  const bring = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      refuse(texts.fileTooLarge(file.name, Math.round(file.size / 1024)));
      return;
    }
    const state: Imported = { yaml: await file.text(), file: file.name };
    void navigate(`/profiles/new?import=${encodeURIComponent(file.name)}`, { state });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void bring(event.dataTransfer.files[0]);
  };
  const shown = profiles.data ? listed(profiles.data, filter, origin, sorting) : [];

  return (
    <div
      className={over ? 'drop-here' : undefined}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Page
        title={texts.runProfiles}
        explained="profiles"
        about={texts.profilesPageDescription}
        actions={
          <>
            <FileButton onChange={file => void bring(file)} accept=".yaml,.yml,application/yaml,text/yaml">
              {props => (
                <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                  {texts.import}
                </Button>
              )}
            </FileButton>
            <NewMenu />
          </>
        }
      >
        {refused ? <Failure title={texts.couldNotImportTheFile} error={new Error(refused)} /> : null}
        {profiles.isPending ? <Loading /> : null}
        {profiles.isError ? (
          <Failure title={texts.couldNotLoadRunProfiles} error={profiles.error} again={() => void profiles.refetch()} />
        ) : null}
        {profiles.data ? (
          <>
            <Group>
              <TextInput
                aria-label={texts.filterProfiles}
                placeholder={texts.filter}
                leftSection={<IconSearch size={16} aria-hidden />}
                value={filter}
                onChange={event => setFilter(event.currentTarget.value)}
              />
              <SegmentedControl
                aria-label={texts.origin}
                value={origin}
                onChange={value => setOrigin(value as Origin)}
                data={[
                  { value: 'all', label: texts.filterAll },
                  { value: 'own', label: texts.filterCustom },
                  { value: 'shipped', label: texts.filterBuiltIn },
                ]}
              />
              <span role="status">{counted(shown.length, 'profile')}</span>
            </Group>
            {shown.length === 0 ? (
              <Empty title={texts.noMatchingRunProfiles} action={<NewMenu />}>
                {profiles.data.length === 0 ? texts.noProfilesHint : texts.noMatchingProfilesHint}
              </Empty>
            ) : (
              <ProfileTable
                profiles={shown}
                sorting={sorting}
                onSort={setSorting}
                onCheck={check}
                onDelete={setDeleted}
              />
            )}
          </>
        ) : null}
      </Page>
      {deleted ? <DeleteDialog id={deleted.id} version={deleted.version} onClose={() => setDeleted(null)} /> : null}
      {checked ? (
        <Suspense fallback={null}>
          <CheckDialog id={checked} onClose={() => check(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function NewMenu() {
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>{texts.newProfile}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TEMPLATES.map(({ key, title, about }) => (
          <Menu.Item key={key} component={Link} to={`/profiles/new?template=${key}`}>
            {title}
            <div style={{ fontSize: 12, color: 'var(--mantine-color-dimmed)' }}>{about}</div>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/profiles/new">
          {texts.blank}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
