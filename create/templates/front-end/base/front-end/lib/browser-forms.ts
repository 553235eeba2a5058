/** Submits forms without reloading the page. Without this script, browsers submit them as usual. */
export function sendFormsInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const place = form.closest('[data-form]');
    if (place === null) return;
    event.preventDefault();
    void send(form, place, event.submitter);
  });
}

async function send(form: HTMLFormElement, place: Element, submitter: HTMLElement | null): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  try {
    const body = new FormData(form, submitter);
    const answer = await fetch(form.getAttribute('action') ?? location.href, { method: 'POST', body });
    const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = shown.querySelector(`[data-form="${CSS.escape(place.getAttribute('data-form') ?? '')}"]`);
    if (next === null) throw new Error(`The site responded with status ${answer.status}.`);
    place.replaceWith(next);
    next.querySelector<HTMLElement>('[aria-invalid], [role="alert"], [role="status"]')?.focus();
  } catch (error) {
    console.error(error);
    // The entered values are kept.
    showFailure(form);
  } finally {
    form.ariaBusy = null;
  }
}

function showFailure(form: HTMLFormElement): void {
  const text = form.querySelector('.failure') ?? document.createElement('p');
  text.className = 'error failure';
  text.role = 'alert';
  text.textContent = 'The form could not be sent. Please try again in a few minutes.';
  form.append(text);
}

/**
 * Updates a part of an open page with the published content. Keeps forms that are being filled in or were just
 * submitted.
 */
export function refresh(shown: Element, wanted: Element): void {
  if (shown.innerHTML === wanted.innerHTML) return;
  const focused = document.activeElement;
  for (const form of shown.querySelectorAll('[data-form]')) {
    if (!isInUse(form)) continue;
    const place = `[data-form="${CSS.escape(form.getAttribute('data-form') ?? '')}"]`;
    wanted.querySelector(place)?.replaceWith(form);
  }
  shown.replaceChildren(...wanted.childNodes);
  if (focused instanceof HTMLElement && focused !== document.activeElement && shown.contains(focused))
    focused.focus({ preventScroll: true });
}

const isInUse = (form: Element): boolean =>
  form.contains(document.activeElement) ||
  form.querySelector('[role="alert"], [role="status"], [aria-busy="true"]') !== null ||
  [...form.querySelectorAll('input, textarea, select')].some(isTyped);

function isTyped(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const isChosen = [...control.options].some(({ defaultSelected }) => defaultSelected);
    return isChosen || control.multiple
      ? [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : control.selectedIndex > 0;
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  const { type, value, defaultValue, checked, defaultChecked } = control as HTMLInputElement;
  return type === 'checkbox' || type === 'radio' ? checked !== defaultChecked : value !== defaultValue;
}
