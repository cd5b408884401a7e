import { texts } from '../texts/common';

/**
 * Figures, times and dates as the reader's language writes them: decimal commas, 12-hour clocks. The browser's first language decides, the browser's
 * time zone too. Everything that people see goes through here.
 */
const LOCALE = typeof navigator === 'undefined' ? 'en' : (navigator.languages[0] ?? navigator.language);

export const NONE = '–';

/** To make a format takes many times as long as to use it, and charts and tables use them by the thousand. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
}

function numbers(options: Intl.NumberFormatOptions, locale: string): Intl.NumberFormat {
  const key = `${locale} ${options.style} ${options.minimumFractionDigits} ${options.maximumFractionDigits}`;
  return kept(numberFormats, key, () => new Intl.NumberFormat(locale, options));
}

function times(options: Intl.DateTimeFormatOptions, locale: string): Intl.DateTimeFormat {
  const key = `${locale} ${options.dateStyle} ${options.timeStyle}`;
  return kept(timeFormats, key, () => new Intl.DateTimeFormat(locale, options));
}

/** What stands before decimals: a dot or a comma. */
export function decimalSign(locale = LOCALE): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(part => part.type === 'decimal')?.value ?? '.';
}

/** Milliseconds of the units that documents know. */
const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000 };

/**
 * A quantity as documents write it, of what a reader typed: there, times are whole numbers and percentages have a dot. Where commas stand before
 * decimals `1,5s` is `1500ms` and `2,5 %` is `2.5%`. All else stays as it is; so does `1,500s` where a comma stands between thousands.
 */
export function plainQuantity(typed: string, locale = LOCALE): string {
  const parts = /^([<>]=?\s*)?(\d+)([.,])(\d+)\s*(s|m|%)$/.exec(typed);
  if (!parts || parts[3] !== decimalSign(locale)) return typed;
  const [, relation = '', whole, , decimals, unit = ''] = parts;
  if (unit === '%') return `${relation}${whole}.${decimals}%`;
  // Rounded, as 1.005 times 1000 is a little less than 1005 here.
  const ms = Math.round(Number(`${whole}.${decimals}`) * (UNIT_MS[unit] ?? Number.NaN) * 1_000) / 1_000;
  return Number.isInteger(ms) ? `${relation}${ms}ms` : typed;
}

/** With so many decimals at most. */
export function number(value: number | null | undefined, decimals = 0, locale = LOCALE): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  return numbers({ maximumFractionDigits: decimals }, locale).format(value);
}

/** Of 0 to 100. */
export function percent(value: number | null | undefined, decimals = 0, locale = LOCALE): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  return numbers({ style: 'percent', maximumFractionDigits: decimals }, locale).format(value / 100);
}

/** A response: three significant digits at most, in ms below one second and in s from there on. */
export function response(ms: number | null | undefined, locale = LOCALE): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return NONE;
  const seconds = Math.abs(ms) >= 1000;
  const value = seconds ? ms / 1000 : ms;
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = numbers({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }, locale).format(value);
  return `${text} ${seconds ? 's' : 'ms'}`;
}

/** A p95 with its interval. */
export function withInterval(ms: number | null, low: number | null, high: number | null, locale = LOCALE): string {
  if (ms === null) return NONE;
  return `${response(ms, locale)} (${response(low, locale)} – ${high === null ? '∞' : response(high, locale)})`;
}

/** How long something takes: `45 s`, `3:05 min`, `1:02:07 h`. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NONE;
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return texts.minutes(Math.floor(whole / 60), two(whole % 60));
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)} h`;
}

/** Seconds between two instants; until now where the second is missing. */
export function seconds(from: string, to: string | null | undefined, now = Date.now()): number {
  return ((to ? Date.parse(to) : now) - Date.parse(from)) / 1000;
}

export function time(instant: string | number | null | undefined, locale = LOCALE): string {
  if (instant === null || instant === undefined) return NONE;
  return times({ timeStyle: 'medium' }, locale).format(new Date(instant));
}

export function dateTime(instant: string | number | null | undefined, locale = LOCALE): string {
  if (instant === null || instant === undefined) return NONE;
  return times({ dateStyle: 'medium', timeStyle: 'short' }, locale).format(new Date(instant));
}

/** Bytes as MB or GB of 2^20 and 2^30. */
export function bytes(value: number | null | undefined, locale = LOCALE): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const mega = value / 2 ** 20;
  return mega < 1024 ? texts.mb(number(mega, 0, locale)) : texts.gb(number(mega / 1024, 1, locale));
}

/** What can be counted. */
export type Noun = keyof typeof texts.nouns;

/** `1 session`, `2 sessions`. */
export function counted(count: number, noun: Noun, locale = LOCALE): string {
  return `${number(count, 0, locale)} ${texts.nouns[noun][count === 1 ? 0 : 1]}`;
}

/** A run's capacity in the words of the report. */
export function capacity(c: { sessions: number; low: number; high: number | null } | null, locale = LOCALE): string {
  if (c === null) return NONE;
  const sessions = number(c.sessions, 0, locale);
  const low = number(c.low, 0, locale);
  if (c.high !== null) return `${sessions} (${low} – ${number(c.high, 0, locale)})`;
  return c.low === c.sessions ? texts.capacityOrMore(sessions) : texts.capacityFromLow(sessions, low);
}
