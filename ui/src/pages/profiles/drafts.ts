/** Text that is not saved yet, kept by the browser's tab, so that neither a reload nor a wrong click loses it. */
export interface Draft {
  text: string;
  /** Entity tag of the version that it was made from; null for a new profile. */
  etag: string | null;
  keptAt: number;
}

const key = (id: string) => `deskmeter.profile.${id}`;

export function loadDraft(id: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key(id)) ?? 'null') as Partial<Draft> | null;
    return draft && typeof draft.text === 'string' && typeof draft.keptAt === 'number'
      ? { text: draft.text, etag: draft.etag ?? null, keptAt: draft.keptAt }
      : null;
  } catch {
    // Something else wrote there, or the browser forbids it: there is no draft.
    return null;
  }
}

/** Whether it could be kept: a browser may forbid it, or be full. */
export function keepDraft(id: string, draft: Draft): boolean {
  try {
    sessionStorage.setItem(key(id), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(id: string): void {
  try {
    sessionStorage.removeItem(key(id));
  } catch {
    // Where nothing may be kept there is nothing to remove.
  }
}
