import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { alike, asYaml, type Edit, fromYaml, type Plain, valueAt } from './document';
import { type FieldSpec, nameOf, othersOf } from './fields';
import { elementOf, useForm } from './FormContext';
import { texts } from '../../texts/profiles';

/** A map or a list as YAML. What is not YAML yet, as while it is being typed, stays in the field and is not written into the document. */
export function YamlField({ spec }: { spec: FieldSpec }) {
  const { values, problems, apply, disabled } = useForm();
  const [typed, setTyped] = useState<string | null>(null);
  const name = nameOf(spec.path);
  const whole = valueAt(values, spec.path);
  const value = spec.kind === 'others' ? othersOf(spec, whole) : whole;
  const meaning = typed === null ? null : meaningOf(spec, typed);
  const unread = meaning !== null && 'problem' in meaning ? meaning.problem : null;
  const stands = typed !== null && meaning !== null && ('problem' in meaning || alike(meaning.value, value));
  const change = (next: string) => {
    setTyped(next);
    const meant = meaningOf(spec, next);
    if ('value' in meant && !alike(meant.value, value)) apply(editsOf(spec, value, meant.value));
  };
  return (
    <Textarea
      id={elementOf(name)}
      label={spec.label}
      description={spec.help}
      error={unread === null ? problems.get(name) : texts.notTakenOver(unread)}
      disabled={disabled}
      required={spec.required === true}
      placeholder={spec.otherwise ?? ''}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={stands ? typed : asYaml(value)}
      onChange={event => change(event.currentTarget.value)}
    />
  );
}

/** The keys beside those with fields are a map, and none of those with fields. */
function meaningOf(spec: FieldSpec, typed: string): ReturnType<typeof fromYaml> {
  const meaning = fromYaml(typed);
  if (spec.kind !== 'others' || 'problem' in meaning || meaning.value === undefined) return meaning;
  const others = othersOf(spec, meaning.value);
  return others !== undefined && alike(others, meaning.value) ? meaning : { problem: texts.othersExpected };
}

function editsOf(spec: FieldSpec, before: Plain | undefined, now: Plain | undefined): Edit[] {
  if (spec.kind !== 'others') return [{ path: spec.path, value: now }];
  const keys = new Set([before, now].flatMap(map => Object.keys((map ?? {}) as object)));
  return [...keys]
    .map(key => ({ path: [...spec.path, key], before: valueAt(before, [key]), value: valueAt(now, [key]) }))
    .filter(change => !alike(change.before, change.value))
    .map(({ path, value }) => ({ path, value }));
}
