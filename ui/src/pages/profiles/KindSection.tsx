import { NativeSelect, Stack } from '@mantine/core';
import { type Edit, type Plain, valueAt } from './document';
import { type FieldSpec, unlistedIn } from './fields';
import { elementOf, useForm } from './FormContext';
import { Fields } from './FieldGrid';
import { texts } from '../../texts/profiles';

interface Kind {
  label: string;
  help: string;
  fields: FieldSpec[];
  start?: Plain;
}

interface KindSectionProps {
  at: 'target' | 'load';
  label: string;
  kinds: Record<string, Kind>;
  /** The kind that holds where the document says nothing. */
  otherwise?: string;
}

/** A choice out of several kinds, of which the document has one, and the fields of that kind. */
export function KindSection({ at, label, kinds, otherwise }: KindSectionProps) {
  const { values, problems, apply, disabled } = useForm();
  const kind = kindOf(values, at, kinds);
  const chosen = kinds[kind ?? otherwise ?? ''];
  const none =
    kind === null
      ? [{ value: '', label: otherwise ? texts.defaultKind(kinds[otherwise]?.label) : texts.selectOne }]
      : [];
  return (
    <Stack gap="sm">
      <NativeSelect
        id={elementOf(at)}
        label={label}
        description={chosen?.help}
        error={problems.get(at)}
        disabled={disabled}
        data={[...none, ...Object.entries(kinds).map(([value, k]) => ({ value, label: k.label }))]}
        value={kind ?? ''}
        onChange={event => apply(turnTo(values, at, event.currentTarget.value, kinds))}
      />
      {chosen ? <Fields specs={[...chosen.fields, ...unlistedIn(`${at}.${kind ?? otherwise}`)]} /> : null}
      <Fields specs={unlistedIn(at)} />
    </Stack>
  );
}

export function kindOf(values: { [key: string]: Plain }, at: string, kinds: Record<string, Kind>): string | null {
  const map = valueAt(values, [at]);
  return (
    Object.keys(kinds).find(kind => map !== null && typeof map === 'object' && !Array.isArray(map) && kind in map) ??
    null
  );
}

function put(into: { [key: string]: Plain }, [key = '', ...deeper]: readonly string[], value: Plain): void {
  if (deeper.length === 0) {
    into[key] = value;
    return;
  }
  const inner = (into[key] ?? {}) as { [key: string]: Plain };
  into[key] = inner;
  put(inner, deeper, value);
}

/** From one kind to another: what both have is taken along, as hosts, accounts, the most sessions. */
export function turnTo(
  values: { [key: string]: Plain },
  at: string,
  kind: string,
  kinds: Record<string, Kind>,
): Edit[] {
  const next = kinds[kind];
  if (!next) return [];
  const before = kindOf(values, at, kinds);
  const start = next.start;
  const made: { [key: string]: Plain } =
    start !== null && typeof start === 'object' && !Array.isArray(start) ? { ...start } : {};
  for (const spec of next.fields) {
    const [, of, ...keys] = spec.path;
    const old =
      before === null || keys.length === 0 || of !== kind ? undefined : valueAt(values, [at, before, ...keys]);
    const list = ['lines', 'words', 'numbers'].includes(spec.kind);
    if (old !== undefined && (spec.kind === 'yaml' || Array.isArray(old) === list)) put(made, keys, old);
  }
  const others = Object.keys(kinds).filter(k => k !== kind && valueAt(values, [at, k]) !== undefined);
  // `sessions` may stand beside loads of several points only.
  const beside = at === 'load' && kind === 'fixed' ? [{ path: [at, 'sessions'], value: undefined }] : [];
  return [{ path: [at, kind], value: made }, ...others.map(k => ({ path: [at, k], value: undefined })), ...beside];
}
