import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { alike, valueAt } from './document';
import { type FieldSpec, meant, nameOf, shown } from './fields';
import { elementOf, useForm } from './FormContext';
import { texts } from '../../texts/profiles';

/**
 * One field. It shows what the document says; what is being typed stands as it was typed as long as the document means the same, so that a blank
 * at the end or a comma in a list is not taken away under the reader's hands.
 */
export function FieldInput({ spec }: { spec: FieldSpec }) {
  const { values, problems, apply, disabled, suggestions } = useForm();
  const [typed, setTyped] = useState<string | null>(null);
  const name = nameOf(spec.path);
  const value = valueAt(values, spec.path);
  const said = shown(spec.kind, value);
  const text = typed !== null && alike(meant(spec, typed), value) ? typed : (said ?? '');
  const change = (next: string) => {
    setTyped(next);
    const meaning = meant(spec, next);
    if (!alike(meaning, value)) apply([{ path: spec.path, value: meaning }]);
  };
  const common = {
    id: elementOf(name),
    label: spec.label,
    description: said === null ? texts.editedInYamlOnly : spec.help,
    error: problems.get(name),
    disabled: disabled || said === null,
    required: spec.required === true,
    withAsterisk: spec.required === true,
  };
  const placeholder = spec.otherwise ?? '';

  switch (spec.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={options(spec, text)}
          value={text}
          onChange={event => change(event.currentTarget.value)}
        />
      );
    case 'words': {
      const { description, ...rest } = common;
      return (
        <TagsInput
          {...rest}
          description={description ?? texts.pressEnterAfterEachEntry}
          data={spec.choices?.map(({ value: word }) => word) ?? suggestions.labels}
          placeholder={text === '' ? placeholder : ''}
          value={text === '' ? [] : text.split('\n')}
          onChange={words => change(words.join('\n'))}
          splitChars={[',', ' ']}
        />
      );
    }
    case 'lines':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={12}
          placeholder={placeholder}
          value={text}
          onChange={event => change(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          placeholder={placeholder}
          value={text}
          inputMode={spec.kind === 'whole' ? 'numeric' : 'text'}
          autoComplete="off"
          onChange={event => change(event.currentTarget.value)}
        />
      );
  }
}

/** The choices, the default first; a word that is none of them stands there too, so that the form does not hide it. */
function options(spec: FieldSpec, text: string): { value: string; label: string }[] {
  const known = spec.choices ?? [];
  const odd = text !== '' && !known.some(c => c.value === text) ? [{ value: text, label: text }] : [];
  return [{ value: '', label: texts.defaultValue(spec.otherwise ?? 'none') }, ...known, ...odd];
}
