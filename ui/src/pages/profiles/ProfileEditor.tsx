import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy, IconListCheck } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { dateTime } from '../../format/format';
import { Failure } from '../../parts/Failure';
import { Page } from '../../parts/Page';
import { CheckPanel } from './CheckPanel';
import { edit, type Plain, read, valueAt } from './document';
import { About, ProblemLines, Stored } from './EditorParts';
import { problemsByField } from './fields';
import { elementOf, type Form, FormProvider } from './FormContext';
import { LeaveGuard } from './LeaveGuard';
import { ProfileForm, sectionOf } from './ProfileForm';
import { StaleDialog } from './StaleDialog';
import { useCheck } from './useCheck';
import { tagOf, useSave } from './useSave';
import { useStart } from './useStart';
import { useSuggestions } from './useSuggestions';
import { type Base, useText } from './useText';
import { useValidation } from './useValidation';
import { VersionsDrawer } from './VersionsDrawer';
import { YamlEditor } from './YamlEditor';
import { texts } from '../../texts/profiles';
import { IfAllowed } from '../../parts/IfAllowed';

interface ProfileEditorProps {
  /** In the address; null for a profile that is not saved yet. */
  id: string | null;
  /** What unsaved text is kept by. */
  draftKey: string;
  stored: Base;
  shipped: boolean;
  /** It is stored under this id now, which is not the one of the address. */
  onSavedAs: (id: string) => void;
}

const OPEN = ['general', 'workloads', 'target', 'load', 'passes'];

/** A run profile as a form and as YAML; the text is the truth, the form shows it and changes it in places. */
export function ProfileEditor({ id, draftKey, stored: first, shipped, onSavedAs }: ProfileEditorProps) {
  const { text, setText, base, rebase, stored, dirty, restoredAt } = useText(draftKey, first);
  const reading = useMemo(() => read(text), [text]);
  const named = textOf(valueAt(reading.values, ['id']));
  const name = named || id || '';
  const problems = useValidation(text, name, reading.problems);
  const suggestions = useSuggestions();
  const { check, begin } = useCheck();
  const start = useStart();
  const [open, setOpen] = useState(() => [...OPEN, ...Object.keys(reading.values)]);
  const [versions, setVersions] = useState(false);
  const [wanted, want] = useState<{ field: string | null; line: number | null } | null>(null);
  const [reveal, setReveal] = useState<{ line: number } | null>(null);
  const saving = useSave(name, (saved, savedText, etag) => {
    stored({ text: savedText, etag });
    if (saved !== id) onSavedAs(saved);
  });

  // When its section is open; a field that is not there, as of another kind of target, is shown by its line.
  useEffect(() => {
    if (wanted === null) return;
    const element = wanted.field === null ? null : document.getElementById(elementOf(wanted.field));
    if (element) element.focus();
    else if (wanted.line !== null) setReveal({ line: wanted.line });
  }, [wanted]);

  const show = (place: { field: string | null; line: number | null }) => {
    const { field } = place;
    if (field !== null) setOpen(now => [...new Set([...now, sectionOf(field)])]);
    want(place);
  };
  const renamed = id !== null && name !== id;
  const save = () => saving.save(text, renamed ? null : base.etag);
  const form: Form = {
    values: reading.values,
    problems: useMemo(() => problemsByField(problems), [problems]),
    apply: edits => setText(edit(text, edits)),
    disabled: shipped || reading.problems.length > 0,
    suggestions,
  };
  const stale = saving.stale;

  return (
    <Page
      title={textOf(valueAt(reading.values, ['title'])) || name || texts.newProfile}
      explained="profiles"
      about={<About id={id} etag={base.etag} shipped={shipped} dirty={dirty} problems={problems.length} />}
      actions={
        <>
          {shipped ? null : (
            <IfAllowed calls="PUT /api/v1/run-profiles/{id}">
              <Button
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                onClick={save}
                loading={saving.busy}
                disabled={(!dirty && id !== null) || name === '' || name === 'new'}
              >
                {renamed ? texts.saveAsNewProfile(name) : texts.save}
              </Button>
            </IfAllowed>
          )}
          <IfAllowed calls="POST /api/v1/checks">
            <Button
              variant={shipped ? 'filled' : 'default'}
              leftSection={<IconListCheck size={16} aria-hidden />}
              onClick={() => begin(text, name)}
            >
              {texts.check}
            </Button>
          </IfAllowed>
          {id === null ? null : <Stored id={id} shipped={shipped} onVersions={() => setVersions(true)} />}
        </>
      }
    >
      <LeaveGuard active={dirty && !shipped} />
      {shipped ? (
        <Alert role="note" color="blue" variant="light">
          {texts.builtInIsReadOnly}
        </Alert>
      ) : null}
      {restoredAt !== null && dirty ? (
        <Alert color="yellow" variant="light" title={texts.unsavedChangesRestored}>
          <Group>
            <Text size="sm">{texts.keptByThisBrowserTab(dateTime(restoredAt))}</Text>
            <Button size="compact-xs" variant="default" onClick={() => rebase(first)}>
              {texts.discard}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {name === 'new' ? <Alert color="red">{texts.idNewIsReservedChoose}</Alert> : null}
      {saving.error ? (
        <Failure title={texts.couldNotSaveTheProfile} error={saving.error} hint={texts.yourChangesAreKept} />
      ) : null}
      {check.phase === 'none' ? null : (
        <CheckPanel
          check={check}
          text={text}
          again={() => begin(text, name)}
          start={() => start.mutate({ text, name })}
          starting={start.isPending}
          startError={start.error}
          show={show}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Stack gap="xs" component="section" aria-label={texts.form}>
          {reading.problems.length > 0 ? (
            <Alert color="yellow" variant="light">
              {texts.formReadOnlyUntilValid(reading.problems[0]?.line, reading.problems[0]?.message)}
            </Alert>
          ) : null}
          <FormProvider value={form}>
            <ProfileForm open={open} onOpen={setOpen} />
          </FormProvider>
        </Stack>
        <Stack
          gap="xs"
          component="section"
          aria-label={texts.yaml}
          style={{ position: 'sticky', top: 60, alignSelf: 'start' }}
        >
          <YamlEditor
            label={texts.runProfileYaml}
            value={text}
            onChange={setText}
            problems={problems}
            readOnly={shipped}
            reveal={reveal}
          />
          <ProblemLines problems={problems} onLine={line => setReveal({ line })} />
        </Stack>
      </SimpleGrid>
      {stale === null ? null : (
        <StaleDialog
          id={name}
          stale={stale}
          mine={text}
          onEdit={saving.settle}
          onTheirs={() => {
            saving.settle();
            rebase({ text: stale.yaml, etag: tagOf(stale.version) });
            if (name !== id) onSavedAs(name);
          }}
          onMine={() => saving.save(text, stale.version === 0 ? null : tagOf(stale.version))}
        />
      )}
      {versions && id !== null ? (
        <VersionsDrawer
          id={id}
          now={text}
          dirty={dirty}
          onClose={() => setVersions(false)}
          onRestore={(_, yaml) => {
            setVersions(false);
            setText(yaml);
            saving.save(yaml, base.etag);
          }}
        />
      ) : null}
    </Page>
  );
}

const textOf = (value: Plain | undefined): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value).trim();
