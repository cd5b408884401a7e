// Figures and elements; everything that comes from the controller is put in as text, never as markup.
export const byId = (id) => document.getElementById(id);

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

export const seconds = (millis) => (millis === null || millis === undefined ? '–' : (millis / 1000).toFixed(2) + ' s');

export const percent = (value) => Math.round(value) + ' %';

export const time = (iso) => new Date(iso).toLocaleTimeString();

export const dateTime = (iso) => new Date(iso).toLocaleString();

export const count = (n, one, many) => n + ' ' + (n === 1 ? one : many);

export function answer(capacity) {
  const sessions = count(capacity.sessions, 'session', 'sessions');
  if (capacity.thresholdBroken) {
    return capacity.sessions === 0
      ? `This platform does not hold the smallest load measured: ${capacity.reason}.`
      : `This platform holds ${sessions}: ${capacity.reason}.`;
  }
  return capacity.sessions === 0
    ? `No capacity was found: ${capacity.reason}.`
    : `This platform holds at least ${sessions}: ${capacity.reason}.`;
}
