import { createContext, useContext } from 'react';
import type { Edit, Path, Plain } from './document';
import { nameOf } from './fields';
import type { Suggestions } from './useSuggestions';

/** What the fields of the form share: the document's values, what is wrong with them, the way to change them. */
export interface Form {
  values: { [key: string]: Plain };
  /** By the name of the field. */
  problems: Map<string, string>;
  apply: (edits: Edit[]) => void;
  /** True for profiles that came with the program, and while the YAML cannot be read. */
  disabled: boolean;
  /** What the fields of lists suggest. */
  suggestions: Suggestions;
}

const Context = createContext<Form | null>(null);

export const FormProvider = Context.Provider;

export function useForm(): Form {
  const form = useContext(Context);
  if (form === null) throw new Error('a field stands outside of a form');
  return form;
}

export const elementOf = (path: Path | string): string => `field-${typeof path === 'string' ? path : nameOf(path)}`;
