/** What a table or a chart shows, as rows of plain values: the source of its export and of its alternative in words. */
export interface Sheet {
  head: string[];
  rows: Cell[][];
}

export type Cell = string | number | boolean | null;

/**
 * RFC 4180 with figures as programs write them, whatever the reader's language: decimal points, no separators of thousands, nothing where there is no
 * figure.
 */
export function toCsv(sheet: Sheet): string {
  return [sheet.head, ...sheet.rows].map(row => row.map(field).join(',')).join('\r\n') + '\r\n';
}

function field(value: Cell): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  const text = typeof value === 'string' ? asText(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Texts come from machines and people. One that begins like a formula, which a spreadsheet would compute, gets an apostrophe before it, as in the CSV files of the
 * controller; so does one that begins with an apostrophe.
 */
function asText(text: string): string {
  return /^['=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}

/** A name that every file system takes. */
export function fileName(...parts: string[]): string {
  return parts.map(part => part.replace(/[^A-Za-z0-9._-]+/g, '-')).join('-');
}

/** Gives the reader a file that is made here. */
export function download(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
